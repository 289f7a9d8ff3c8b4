// What the scenario of generated clients needs to know about the node.

export interface ScenarioInput {
  readonly url: string;
  readonly signerId: string;
  readonly receiverId: string;
  /** A full-access key and a gas key of the signer. */
  readonly publicKey: string;
  readonly gasKey: string;
  /** An account with a contract that has `get`, also deployed as a global contract by its hash. */
  readonly contractId: string;
  readonly codeHash: string;
  /** A transfer of one yoctoNEAR to the receiver. */
  readonly signTransfer: () => Promise<string>;
}

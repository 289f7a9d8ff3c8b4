// The protocol version of the chain: the only one that is executed and produced.

export const PROTOCOL_VERSION: number = 87;

// A contract that keeps a text for each account, for the tests of near-workspaces for Rust, which
// deploy a contract with these methods and read its state: below STATE, a map from accounts to
// texts in Borsh.

import { parse, quoteOrNull } from './json';
import { answer, decode, deposit, encode, input, predecessor, read, require, write } from './near';

const STATE = 'STATE';

class Statuses {
  accounts: string[] = [];
  texts: string[] = [];

  constructor() {
    const bytes = read(STATE);
    if (bytes !== null) this.parse(bytes!);
  }

  private parse(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = 4;
    for (let left = view.getUint32(0, true); left > 0; left--) {
      for (let part = 0; part < 2; part++) {
        const end = at + 4 + i32(view.getUint32(at, true));
        (part == 0 ? this.accounts : this.texts).push(decode(bytes.slice(at + 4, end)));
        at = end;
      }
    }
  }

  set(account: string, text: string): void {
    const index = this.accounts.indexOf(account);
    if (index >= 0) {
      this.texts[index] = text;
      return;
    }
    this.accounts.push(account);
    this.texts.push(text);
  }

  get(account: string): string | null {
    const index = this.accounts.indexOf(account);
    return index < 0 ? null : this.texts[index];
  }

  keep(): void {
    const parts: Uint8Array[] = [];
    let length = 4;
    for (let i = 0; i < this.accounts.length; i++) {
      parts.push(encode(this.accounts[i]));
      parts.push(encode(this.texts[i]));
    }
    for (let i = 0; i < parts.length; i++) length += 4 + parts[i].length;
    const bytes = new Uint8Array(length);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, this.accounts.length, true);
    let at = 4;
    for (let i = 0; i < parts.length; i++) {
      view.setUint32(at, parts[i].length, true);
      bytes.set(parts[i], at + 4);
      at += 4 + parts[i].length;
    }
    write(STATE, bytes);
  }
}

/** A text of the arguments; the tests know the message of near-sdk. */
function argument(name: string): string {
  const value = parse(input()).get(name);
  require(value !== null && value.isText(), 'Failed to deserialize input from JSON.');
  return value!.text;
}

export function set_status(): void {
  require(deposit().isZero(), "Method doesn't accept deposit");
  const statuses = new Statuses();
  statuses.set(predecessor(), argument('message'));
  statuses.keep();
}

export function get_status(): void {
  answer(quoteOrNull(new Statuses().get(argument('account_id'))));
}

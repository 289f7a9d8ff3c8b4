// One line of a recording: a JSON object whose fields are texts, numbers, and responses of the
// recorded node. A field of another kind is refused with the place of the line.

import { bytesToUtf8, isUtf8 } from '../base/bytes/bytes.ts';
import { type JsonObject, type JsonValue, parseJsonBytes } from '../base/json/exactJson.ts';
import { parseJson } from '../base/json/plainJson.ts';
import { isJsonObject } from '../codec/codec.ts';
import { RecordingError, unreadable } from './recordingError.ts';

export class RecordedLine {
  readonly #place: string;
  readonly #fields: JsonObject;

  /** `place` names the line in messages. */
  constructor(place: string, bytes: Uint8Array) {
    this.#place = place;
    this.#fields = parseLine(place, bytes);
  }

  height(): number {
    const height = Number(this.#fields.height ?? Number.NaN);
    if (!Number.isSafeInteger(height) || height < 0) throw this.#refuse('height', 'a height');
    return height;
  }

  text(name: string): string {
    const value = this.#fields[name];
    if (typeof value !== 'string') throw this.#refuse(name, 'a text');
    return value;
  }

  optionalText(name: string): string | null {
    const value = this.#fields[name];
    return value === undefined || value === null ? null : this.text(name);
  }

  /** The response of the node. */
  result(name: string): JsonObject {
    return this.#resultOf(name, this.#fields[name]) ?? this.#missing(name);
  }

  /** Null if the response was an error or missing, or the request was not sent. */
  optionalResult(name: string): JsonObject | null {
    const answer = this.#fields[name];
    return isJsonObject(answer) ? this.#resultOf(name, answer) : null;
  }

  results(name: string): JsonObject[] {
    const answers = this.#fields[name];
    if (!Array.isArray(answers)) throw this.#refuse(name, 'a list of responses');
    return answers.map((answer) => this.#resultOf(name, answer) ?? this.#missing(name));
  }

  #resultOf(name: string, answer: JsonValue | undefined): JsonObject | null {
    if (!isJsonObject(answer)) throw this.#refuse(name, 'a response');
    const { result = null } = answer as JsonObject;
    if (result === null) return null;
    if (!isJsonObject(result)) throw this.#refuse(name, 'a response with an object');
    return result as JsonObject;
  }

  #missing(name: string): never {
    throw this.#refuse(name, 'a response with a result');
  }

  #refuse(name: string, expected: string): RecordingError {
    return new RecordingError(`${this.#place}: "${name}" is not ${expected}`);
  }
}

function parseLine(place: string, bytes: Uint8Array): JsonObject {
  let value: JsonValue;
  try {
    // Its values must not be parts of the line, which can have megabytes.
    value = isUtf8(bytes) ? parseJson(bytesToUtf8(bytes)) : parseJsonBytes(bytes);
  } catch (error) {
    throw unreadable(place, error);
  }
  if (!isJsonObject(value)) throw new RecordingError(`${place} is not an object`);
  return value as JsonObject;
}

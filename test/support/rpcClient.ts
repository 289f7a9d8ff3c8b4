// A small JSON-RPC client for tests. It uses a method's own path and hides nothing: status, headers
// and text of every response are available. Numbers beyond 2^53 lose their last digits here. Every
// response is checked against the schema of its method.

import { checkResponse } from './checkResponse.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

export interface ErrorObject {
  readonly name: string;
  readonly cause: { readonly name: string; readonly info?: Readonly<Record<string, unknown>> };
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

export interface Envelope<T = unknown> {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: T;
  readonly error?: ErrorObject;
}

/** An error response where a result was expected. */
export class RpcFailure extends Error {
  readonly error: ErrorObject;

  constructor(method: string, error: ErrorObject) {
    super(`${method}: ${JSON.stringify(error)}`);
    this.name = 'RpcFailure';
    this.error = error;
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

export class RpcClient {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** Sends a body unchanged. */
  async post(
    path: string,
    body: string,
    headers: Readonly<Record<string, string>> = JSON_TYPE,
  ): Promise<HttpAnswer> {
    const response = await fetch(`${this.url}${path}`, { method: 'POST', headers, body });
    const text = await response.text();
    return { status: response.status, contentType: response.headers.get('content-type'), text };
  }

  /** A request at the path of its method; errors are returned too. */
  async ask<T>(method: string, params: unknown): Promise<Envelope<T>> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'test', method, params });
    const { text } = await this.post(`/${method}`, body);
    const response = JSON.parse(text) as Envelope<T>;
    checkResponse(method, response);
    return response;
  }

  /** The result of a request; throws an RpcFailure for an error. */
  async call<T>(method: string, params: unknown = null): Promise<T> {
    const { result, error } = await this.ask<T>(method, params);
    if (error !== undefined) throw new RpcFailure(method, error);
    return result as T;
  }

  /** The error of a request that must fail. */
  async fail(method: string, params: unknown): Promise<ErrorObject> {
    const { result, error } = await this.ask(method, params);
    if (error === undefined) throw new Error(`${method} answered ${JSON.stringify(result)}`);
    return error;
  }
}

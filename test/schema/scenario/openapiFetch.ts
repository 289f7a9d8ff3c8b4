// Calls methods with `openapi-fetch` and the types that `openapi-typescript` generated next to this
// file. Compiled by test/schemaTools.

import createClient from 'openapi-fetch';
import type { paths } from './generated.js';

type Operation<M extends Method> = paths[`/${M}`]['post'];
type Body<M extends Method> = Operation<M>['requestBody']['content']['application/json'];
type Response<M extends Method> = Operation<M>['responses'][200]['content']['application/json'];
type ResultOf<R> = R extends { result: infer Result } ? Result : never;
type ErrorOf<R> = R extends { error: infer Failure } ? Failure : never;

type MethodOf<P> = P extends `/${infer Name}` ? Name : never;
export type Method = Exclude<MethodOf<keyof paths>, ''>;
export type Params<M extends Method> = Body<M>['params'];
export type Result<M extends Method> = ResultOf<Response<M>>;
export type Failure<M extends Method> = ErrorOf<Response<M>>;
export type Schemas = import('./generated.js').components['schemas'];
export type Outcome = Schemas['FinalExecutionOutcomeWithReceiptView'];

export type Call = <M extends Method>(
  method: M,
  params: Params<M>,
) => Promise<{ result?: Result<M>; error?: Failure<M> }>;

export function createCall(baseUrl: string): Call {
  const client = createClient<paths>({ baseUrl });
  return async (method, params) => {
    const body = { jsonrpc: '2.0', id: 'scenario', method, params };
    const { data } = await client.POST(`/${method}`, { body } as never);
    return data as never;
  };
}

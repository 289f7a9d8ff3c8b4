// query.

import { catching, whenReady } from '../../base/scheduling/whenReady.ts';
import { type JsonWriter, named } from '../../codec/codec.ts';
import { oneOf } from '../../codec/schema.ts';
import { flatten, struct } from '../../codec/struct.ts';
import type { MethodContext } from '../core/context.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { BlockReference } from '../params/blockReference.ts';
import { mapped, positional } from '../params/params.ts';
import { parseQueryPath } from '../views/queryPath.ts';
import { QueryRequest, queryViews } from '../views/queryViews.ts';
import { runView, type View, ViewFailure, viewedBlockFields } from '../views/view.ts';
import { failureOfQuery, QueryFailure, queryErrors } from '../views/viewErrors.ts';

interface Query {
  readonly block: BlockReference;
  readonly request: QueryRequest;
}

type AnyView = View<Record<string, never>, unknown>;

function viewOf(kind: QueryRequest['kind']): AnyView {
  return queryViews[kind] as unknown as AnyView;
}

const forms = positional<Query>(
  struct('RpcQueryRequest', { block: flatten(BlockReference), request: flatten(QueryRequest) }),
  {
    two: (path, data) => ({
      block: { kind: 'finality', value: 'optimistic' },
      request: parseQueryPath(path, data),
    }),
  },
);

const params = mapped(forms, (query) => {
  viewOf(query.request.kind).validate?.(query.request.value as never);
  return query;
});

const contents = new Set([
  ...Object.values(queryViews).map(({ content }) => content),
  QueryFailure,
]);

/** Views format their own results. */
const written: JsonWriter<string> = named('RpcQueryResponse', {
  json: (json: string) => json,
  schema: (scope) => {
    const at = struct(viewedBlockFields).schema(scope);
    return oneOf([...contents].map(({ schema }) => ({ allOf: [schema(scope), at] })));
  },
});

export const query = defineMethod({
  name: 'query',
  summary:
    'Reads the state after a block: accounts, access keys, code, contract storage, and calls of ' +
    'view methods. A failed call and a missing access key are results with an `error`.',
  params,
  result: written,
  returns:
    'What the `request_type` says, with `block_hash` and `block_height`:\n\n' +
    Object.entries(queryViews)
      .map(([kind, { returns }]) => `- \`${kind}\`: ${returns}`)
      .join('\n'),
  errors: queryErrors,
  metricsLabel: ({ request }) =>
    request.kind === 'view_state' && request.value.includeProof
      ? 'query_view_state_with_proof'
      : `query_${request.kind}`,
  blockOf: ({ block }) => block,
  holds: untilNextBlock,
  handle: runQuery,
});

function runQuery(context: MethodContext, { block, request }: Query): string | Promise<string> {
  const view = viewOf(request.kind);
  return catching(
    () => {
      const viewing = runView(context, view, block, request.value as never);
      return whenReady(viewing, (result) => view.result.json(result));
    },
    (thrown) => {
      if (!(thrown instanceof ViewFailure)) throw thrown;
      const told = failureOfQuery(thrown, request.kind);
      if (typeof told === 'string') return told;
      throw told;
    },
  );
}

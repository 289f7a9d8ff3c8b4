// A view as a separate method.

import { catching } from '../../base/scheduling/whenReady.ts';
import type { Codec } from '../../codec/codec.ts';
import { type Fields, flatten, type StructOf, struct } from '../../codec/struct.ts';
import { defineMethod, type Method, untilNextBlock } from '../core/method.ts';
import { type ErrorSet, SET_NAME } from '../messages/errors.ts';
import { BlockReference } from '../params/blockReference.ts';
import { mapped } from '../params/params.ts';
import { runView, type View, ViewFailure } from './view.ts';
import { failureOfView, viewErrors } from './viewErrors.ts';

/** The errors of one view; kinds that only `query` declares are internal errors here. */
function selectErrors(name: string, failures: readonly string[]): ErrorSet {
  const names = ['UNKNOWN_BLOCK', 'INVALID_ACCOUNT', ...failures];
  const selected = Object.entries(viewErrors).filter(([name]) => names.includes(name));
  return {
    ...Object.fromEntries(selected),
    INTERNAL_ERROR: viewErrors.INTERNAL_ERROR,
    [SET_NAME]: name,
  };
}

interface ViewMethodOptions<F extends Fields, R> {
  readonly name: string;
  /** The name of the request in error messages. */
  readonly requestName: string;
  readonly summary: string;
  readonly view: View<F, R>;
}

export function defineViewMethod<F extends Fields, R>(options: ViewMethodOptions<F, R>): Method {
  const { name, requestName, summary, view } = options;
  type Params = StructOf<F> & { readonly block: BlockReference };
  const request = struct(requestName, {
    ...(view.fields as Fields),
    block: flatten(BlockReference),
  }) as unknown as Codec<Params>;
  const params = mapped(request, (parsed) => {
    view.validate?.(parsed);
    return parsed;
  });
  return defineMethod<Params, R>({
    name,
    summary,
    params,
    result: view.result,
    returns: `${view.returns} Also \`block_hash\` and \`block_height\`.`,
    errors: selectErrors(requestName.replace(/Request$/, 'Error'), view.failures),
    blockOf: ({ block }) => block,
    holds: untilNextBlock,
    handle: (context, request) =>
      catching(
        () => runView(context, view, request.block, request),
        (thrown) => {
          throw thrown instanceof ViewFailure ? failureOfView(thrown) : thrown;
        },
      ),
  });
}

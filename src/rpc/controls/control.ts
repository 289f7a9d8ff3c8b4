// How a method controls the chain: its params become one action, and the result of the action is
// its result. A program that embeds the node creates the same actions with `readAction`.

import { assert } from '../../base/assert.ts';
import { PerigeeError } from '../../base/errors.ts';
import { wireCode } from '../../base/errorTable.ts';
import type { ControlAction, ControlResult } from '../../chain/controls/controlActions.ts';
import type { Codec, JsonWriter } from '../../codec/codec.ts';
import { string, u64Text } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { height } from '../../types/primitives.ts';
import type { ControlsPort, MethodContext } from '../core/context.ts';
import { defineMethod, type Method } from '../core/method.ts';
import { defineErrors, errorKind } from '../messages/errors.ts';

interface Refusal {
  readonly code: string;
  readonly errorMessage: string;
}

export const controlErrors = defineErrors(
  'PerigeeControlError',
  {
    CONTROL_REFUSED: errorKind<Refusal>({
      when: 'The chain cannot do it; `info` has a `code` and a message.',
      info: struct({ code: string, errorMessage: string }),
      text: ({ errorMessage }) => errorMessage,
    }),
  },
  'plain',
);

/** The height of the head after the action. */
export const AtHeight = struct('PerigeeAtHeight', { height });
/** The time of the clock; a string, because it exceeds the safe integers of many clients. */
export const AtTime = struct('PerigeeAtTime', { timestamp: u64Text });
export const Nothing: JsonWriter<unknown> = {
  json: () => '{}',
  schema: () => ({ type: 'object', additionalProperties: false }),
};

interface ControlDefinition<P, A extends ControlAction> {
  readonly name: string;
  readonly summary: string;
  readonly params: Codec<P>;
  readonly result: JsonWriter<ControlResult<A>>;
  readonly returns: string;
  readonly action: (params: P) => A;
}

export interface Control<A extends ControlAction> extends Method {
  /** The action that parsed params describe; throws a PerigeeError if they are invalid. */
  readAction(params: unknown): A;
}

export function defineControl<P, A extends ControlAction>(
  definition: ControlDefinition<P, A>,
): Control<A> {
  const { action, ...rest } = definition;
  const method = defineMethod({
    ...rest,
    isControl: true,
    errors: controlErrors,
    handle: (context, params) => runControl(context, action(params)),
  });
  return { ...method, readAction: (json) => action(rest.params.parse(json)) };
}

export async function runControl<A extends ControlAction>(
  context: MethodContext,
  action: A,
): Promise<ControlResult<A>> {
  try {
    return await controlsOf(context).run(action);
  } catch (error) {
    if (!(error instanceof PerigeeError)) throw error;
    throw controlErrors.CONTROL_REFUSED({
      code: wireCode(error.code),
      errorMessage: error.message,
    });
  }
}

export function controlsOf({ controls }: MethodContext): ControlsPort {
  assert(controls !== undefined, 'controls are only registered for a chain that has them');
  return controls;
}

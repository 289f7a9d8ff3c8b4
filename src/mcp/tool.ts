// A tool: its name, its parameters, declared once with a codec, which gives their JSON Schema, and
// what it does. A tool can also be a method of the node, whose summary and schema it takes over.

import { assert } from '../base/assert.ts';
import { formatPlainJson } from '../base/json/plainJson.ts';
import type { Client } from '../client/createClient.ts';
import type { MethodName } from '../client/generated/wire.ts';
import type { Rpc } from '../client/rpc.ts';
import type { Codec } from '../codec/codec.ts';
import type { Describe, Schema } from '../codec/schema.ts';
import type { TestKit } from '../kit/kit.ts';
import { REGISTRY } from '../rpc/service/registry.ts';
import { cutText } from './cutText.ts';

export interface ToolContext {
  readonly client: Client;
  /** Ends with the request. */
  readonly rpc: Rpc;
  readonly kit: TestKit;
  readonly signal: AbortSignal;
}

/** What a tool may do: `read` nothing, `change` the chain, or `destroy` what is on it. */
type Effect = 'read' | 'change' | 'destroy';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly annotations: Schema;
  /** The text for the client; a failure is an error of any class (toolFailure.ts). */
  call(context: ToolContext, args: unknown): Promise<string>;
}

interface ToolDefinition<P> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly params: Codec<P>;
  /** A text, or any value, which becomes JSON. */
  run(context: ToolContext, params: P): Promise<unknown>;
}

export function defineTool<P>(definition: ToolDefinition<P>): Tool {
  const { name, title, description, effect, params, run } = definition;
  return {
    name,
    title,
    description,
    inputSchema: describeInput(params.schema),
    annotations: annotate(effect),
    call: async (context, args) => formatOutput(await run(context, params.parse(args))),
  };
}

interface MethodTool {
  readonly name: string;
  readonly title: string;
  readonly effect: Effect;
  readonly method: MethodName;
}

/** A tool whose arguments are the params of a method, which the node checks. */
export function methodTool({ name, title, effect, method }: MethodTool): Tool {
  const named = REGISTRY.get(method);
  assert(named !== undefined, `${method} is a method`);
  const { summary, returns, paramsSchema } = named.method;
  const inputSchema = describeInput(paramsSchema);
  return {
    name,
    title,
    description: `${summary} Returns: ${returns}`,
    inputSchema,
    annotations: annotate(effect),
    call: async ({ rpc }, args) => {
      const call = rpc as (method: MethodName, params: unknown) => Promise<unknown>;
      return formatOutput(await call(method, isEmpty(inputSchema) ? null : args));
    },
  };
}

function annotate(effect: Effect): Schema {
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'destroy',
    openWorldHint: false,
  };
}

/**
 * Arguments are always an object. Types with a name are written out, because models read this; so
 * none may contain itself.
 */
function describeInput(describe: Describe): Schema {
  const schema = inline(describe);
  if (schema.type === 'null') return { type: 'object', properties: {} };
  return { ...schema, type: 'object' };
}

function inline(describe: Describe): Schema {
  return describe({ side: 'accepted', ref: (_, inner) => inline(inner) });
}

function isEmpty({ properties }: Schema): boolean {
  return Object.keys(properties as object).length === 0;
}

function formatOutput(value: unknown): string {
  return cutText(typeof value === 'string' ? value : (formatPlainJson(value) ?? 'null'));
}

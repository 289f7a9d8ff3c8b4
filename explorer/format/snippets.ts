// A request as code for `perigee/client`.

/** `params` is JSON text, which is also an expression of the language. */
export function formatClientCode(origin: string, method: string, params: string): string {
  const rest = params.trim() === 'null' || params.trim() === '' ? '' : `, ${params.trim()}`;
  return [
    `import { createClient } from 'perigee/client';`,
    '',
    `const client = createClient(${JSON.stringify(origin)});`,
    `const result = await client.rpc(${JSON.stringify(method)}${rest});`,
    'console.log(result);',
    '',
  ].join('\n');
}

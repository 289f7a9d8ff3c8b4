// A dapp for tests: a script with libraries as they come from the registry, bundled as dapps bundle
// them, on a page of its own server.

import { build, type Plugin } from 'esbuild';
import { readText, repositoryPath } from '../../support/repository.ts';
import { serve } from '../../support/serve.ts';

/** Old libraries expect these of Node; dapps configure their bundlers in the same way. */
const SHIMS = "import { Buffer } from 'buffer';\nglobalThis.Buffer = Buffer;\n";

const nodeShims: Plugin = {
  name: 'node',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(shims|util)$/ }, ({ path }) => ({ path, namespace: 'node' }));
    onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => ({
      contents: path === 'shims' ? SHIMS : '',
      resolveDir: repositoryPath('test'),
    }));
  },
};

async function bundle(script: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import 'shims';\n${script}`,
      resolveDir: repositoryPath('test'),
    },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    define: { global: 'globalThis' },
    plugins: [nodeShims],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Serves a page whose module script is bundled; returns its URL. */
export async function serveDapp(page: string): Promise<string> {
  const source = /<script type="module">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  const script = await bundle(source);
  const html = page.replace(source, () => script.replaceAll('</script', '<\\/script'));
  return serve((request, response) => {
    const isPage = request.url?.startsWith('/favicon') !== true;
    response.writeHead(isPage ? 200 : 204, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isPage ? html : undefined);
  });
}

/** A dapp of the guide, by the library that it uses, for a node at another address. */
export async function serveGuideDapp(library: string, nodeUrl: string): Promise<string> {
  const guide = readText('docs/guide/wallet.md');
  const pages = [...guide.matchAll(/^```html\n(.*?)^```/gms)].map(([, page = '']) => page);
  const page = pages.find((text) => text.includes(`from '${library}'`)) ?? '';
  return serveDapp(page.replaceAll('http://127.0.0.1:3030', nodeUrl));
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';

const ENTRY = join(import.meta.dirname, '../baseline/editor/bare-editor.ts');
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title>
<style>body{max-width:46rem;margin:4rem auto;font:17px/1.6 system-ui,sans-serif}</style>
<body><script type="module" src="/script.js"></script></body></html>`;

export type BareEditor = { url: string; setText: (text: string) => void; stop: () => void };

/** Serves a page with only CodeMirror, to compare the editor with. */
export async function startBareEditor(): Promise<BareEditor> {
  const script = await bundle();
  let text = '';
  const server = createServer(({ url }, answer) => {
    if (url === '/script.js') return void answer.setHeader('Content-Type', 'text/javascript').end(script);
    if (url === '/text') return void answer.setHeader('Content-Type', 'text/plain; charset=utf-8').end(text);
    answer.setHeader('Content-Type', 'text/html; charset=utf-8').end(PAGE);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    setText: (next) => {
      text = next;
    },
    stop: () => void server.close(),
  };
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'esnext', rollupOptions: { input: ENTRY } },
  });
  const [{ output }] = (Array.isArray(built) ? built : [built]) as [{ output: { type: string; code?: string }[] }];
  return output.find(({ type }) => type === 'chunk')!.code!;
}

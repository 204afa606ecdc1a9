import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'build/client');

type Module = { module: string; imports?: string[] };
type Manifest = { entry: Module; routes: Record<string, Module & { id: string; parentId?: string }> };

function manifest(): Manifest {
  const assets = join(CLIENT, 'assets');
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error('The build has no manifest');
  const text = readFileSync(join(assets, name), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest;
}

/** Returns the scripts of each page by route id: layouts, page and their imports; paths below `/assets`. */
export function scriptsByRoute(): Map<string, string[]> {
  const { entry, routes } = manifest();
  const scripts = new Map<string, string[]>();
  for (const id of Object.keys(routes)) {
    const files = new Set([entry.module, ...(entry.imports ?? [])]);
    for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) {
      const route = routes[at]!;
      for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
    }
    scripts.set(id, [...files].sort());
  }
  return scripts;
}

/** Returns the size of a built script after brotli. */
export const sentBytes = (file: string): number => statSync(join(CLIENT, `${file}.br`)).size;

/** Returns a script that loads on demand, by name without its hash, with its imports. */
export function scriptsOfChunk(name: string): string[] {
  const assets = readdirSync(join(CLIENT, 'assets')).filter((file) => file.endsWith('.js'));
  const start = assets.find((file) => file.replace(/-[\w-]{8}\.js$/, '') === name);
  if (!start) throw new Error(`The build has no chunk ${name}`);
  const files = new Set([start]);
  for (const file of files) {
    const text = readFileSync(join(CLIENT, 'assets', file), 'utf8');
    for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) files.add(imported!);
  }
  return [...files].map((file) => `/assets/${file}`);
}

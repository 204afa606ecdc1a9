import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followSources } from './follow-sources.js';

const ROOT = '/arbor';
type Module = { file: string; importers: Set<Module> };

/** Stands for Vite: a watcher, and modules by the files that import them. */
function viteOf(importersOf: Record<string, string[]>) {
  const modules = new Map<string, Module>();
  const moduleOf = (name: string): Module => {
    const known = modules.get(name);
    if (known) return known;
    const made: Module = { file: join(ROOT, name), importers: new Set() };
    modules.set(name, made);
    for (const importer of importersOf[name] ?? []) made.importers.add(moduleOf(importer));
    return made;
  };
  for (const name of Object.keys(importersOf)) moduleOf(name);
  const getModulesByFile = (file: string) => {
    const found = modules.get(file.slice(ROOT.length + 1));
    return found && new Set([found]);
  };
  return {
    config: { root: ROOT },
    watcher: new EventEmitter(),
    environments: { ssr: { moduleGraph: { getModulesByFile } } },
  };
}

const IMPORTERS = {
  'app/markdown/links.ts': ['app/services/link.ts'],
  'app/services/link.ts': ['app/routes/page.tsx'],
  'app/routes/page.tsx': [],
  'app/schemas/role.ts': ['db/models/user.ts', 'app/services/link.ts'],
  'db/models/user.ts': ['db/models/index.ts'],
  'db/models/index.ts': ['db/connection.ts'],
  'db/connection.ts': ['app/services/link.ts'],
  'app/jobs/schedule.ts': [],
};

test('a change that reaches the connection or the server itself starts the server again, once for several files', async () => {
  const vite = viteOf(IMPORTERS);
  let starts = 0;
  const again = Promise.withResolvers<void>();
  followSources(vite, async () => {
    starts += 1;
    again.resolve();
  });
  for (const name of ['db/models/user.ts', 'app/schemas/role.ts', 'app/jobs/schedule.ts'])
    vite.watcher.emit('all', 'change', join(ROOT, name));
  await again.promise;
  expect(starts).toBe(1);
});

test('pages and services are replaced without a start, except after one that failed', async () => {
  const vite = viteOf(IMPORTERS);
  const change = (name: string) => vite.watcher.emit('all', 'change', join(ROOT, name));
  const started: string[] = [];
  let tell = () => {};
  const next = () =>
    new Promise<void>((done) => {
      tell = done;
    });
  let name = '';
  followSources(vite, async () => {
    started.push(name);
    tell();
    if (started.length === 1) throw new Error('does not load (expected)');
  });
  for (name of ['app/markdown/links.ts', 'README.md', 'db/connection.ts']) change(name);
  await next();
  name = 'app/markdown/links.ts';
  // The failure is known a turn later.
  await new Promise(setImmediate);
  change(name);
  await next();
  expect(started).toEqual(['db/connection.ts', 'app/markdown/links.ts']);
});

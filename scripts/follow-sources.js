import { relative } from 'node:path';

/**
 * Connection and settings, which the server sets up at its start. A change reaches all modules that import the changed
 * one: they are loaded anew, unconnected, while the running server keeps the earlier ones.
 */
const HELD = ['db/connection.ts', 'app/config.server.ts'];
/** Sources that the running server has loaded for itself: without a start, a change has no effect. */
const OF_SERVER = /^(?:db|app\/(?:config|jobs|observability|http\/server))\/|^app\/server\.ts$/;
/** Editors and `git checkout` write several files at a time. */
const SETTLE_MS = 100;

/** Calls `restart` after a change on which modules with state depend, and after each change while the last one failed. */
export function followSources(vite, restart) {
  const { root } = vite.config;
  let timer;
  let hasFailed = false;
  let last = Promise.resolve();
  const again = async (name) => {
    process.stderr.write(`${name} changed: starting again …\n`);
    try {
      await restart();
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      process.stderr.write(`${error.stack}\nThe next change starts again.\n`);
    }
  };
  vite.watcher.on('all', (_event, file) => {
    const modules = vite.environments.ssr.moduleGraph.getModulesByFile(file);
    if (!modules) return;
    const name = relative(root, file);
    if (!hasFailed && !OF_SERVER.test(name) && !reachesHeld(modules, root)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(() => again(name));
    }, SETTLE_MS);
  });
}

function reachesHeld(modules, root) {
  const seen = new Set(modules);
  for (const { file, importers } of seen) {
    if (file && HELD.includes(relative(root, file))) return true;
    for (const importer of importers) seen.add(importer);
  }
  return false;
}

import { EventEmitter } from 'node:events';
import { createServer, createServerModuleRunner } from 'vite';
import { followSources } from './follow-sources.js';

// The production server, except that Vite provides files and routes and rebuilds them on each change.

/** Passes upgrades on to Vite. Each start of Arbor makes an HTTP server of its own. */
const upgrades = new EventEmitter();
const vite = await createServer({
  server: { middlewareMode: true, ws: { server: upgrades } },
  appType: 'custom',
});
let running;

/** Loads the server's modules anew, without those of an earlier start, and puts them in its place. */
async function begin() {
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  const load = (path) => runner.import(path);
  const { start, stopOnSignal } = await load('/app/server.ts');
  const build = () => load('virtual:react-router/server-build');
  // A source with an error leaves the running server as it is.
  if (running) await Promise.all([build(), load('/db/models/index.ts')]);
  await end();
  running = await start({ build, files: vite.middlewares });
  running.server.on('upgrade', (...upgrade) => upgrades.emit('upgrade', ...upgrade));
  return stopOnSignal;
}

async function end() {
  // Open connections of the hot reload would keep the server. Pages wait for the next one, and load again.
  for (const { socket } of vite.ws.clients) socket.terminate();
  const ended = running;
  running = undefined;
  try {
    await ended?.stop();
  } catch (error) {
    // It loads some modules only now, and one of them may have been changed to a broken one.
    process.stderr.write(`${error.stack}\n`);
    ended.server.close();
    ended.server.closeAllConnections();
  }
}

const stopOnSignal = await begin();
stopOnSignal({ stop: end });
followSources(vite, begin);

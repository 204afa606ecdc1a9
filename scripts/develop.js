import { EventEmitter } from 'node:events';
import { createServer } from 'vite';

// The production server, except that Vite provides files and routes and rebuilds them on each change.

/** Passes upgrades on to Vite, so that hot reload shares Arbor's port. */
const upgrades = new EventEmitter();
const vite = await createServer({ server: { middlewareMode: true, ws: { server: upgrades } }, appType: 'custom' });
const { start, stopOnSignal } = await vite.ssrLoadModule('./app/server.ts');
const build = () => vite.ssrLoadModule('virtual:react-router/server-build');
const { server, stop } = await start({ build, files: vite.middlewares });
server.on('upgrade', (...upgrade) => upgrades.emit('upgrade', ...upgrade));
stopOnSignal({
  stop: () => {
    // Open connections would delay the end.
    for (const { socket } of vite.ws.clients) socket.terminate();
    return stop();
  },
});

import { createServer } from 'vite';

// The production server, except that Vite provides files and routes and rebuilds them on each change.
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const { start, stopOnSignal } = await vite.ssrLoadModule('./app/server.ts');
stopOnSignal(
  await start({ build: () => vite.ssrLoadModule('virtual:react-router/server-build'), files: vite.middlewares }),
);

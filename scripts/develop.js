import { createServer } from 'vite';

// The same server as in production, but for where files and routes come from: Vite makes them anew at each change.
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
const { start, stopOnSignal } = await vite.ssrLoadModule('./app/server.ts');
stopOnSignal(
  await start({ build: () => vite.ssrLoadModule('virtual:react-router/server-build'), files: vite.middlewares }),
);

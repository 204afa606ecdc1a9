import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createRequestHandler } from '@react-router/express';
import express from 'express';
import type { ServerBuild } from 'react-router';

const build = (await import(join(process.env.BASELINE_BUILD!, 'server/index.js'))) as ServerBuild;
const app = express();
app.disable('x-powered-by');
app.use(createRequestHandler({ build, mode: 'production' }));
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

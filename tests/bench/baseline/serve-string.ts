import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// Lower bound: plain Node responds with a constant string.
const body = readFileSync(process.env.BASELINE_BODY!, 'utf8');
const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': Buffer.byteLength(body) };
const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

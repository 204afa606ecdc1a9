import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

// Minimal file server: Node's streams to disk and back, with fsync.
const file = process.env.BASELINE_FILE!;
const server = createServer(async (request, response) => {
  if (request.method === 'PUT') {
    const handle = await open(file, 'w');
    await pipeline(request, handle.createWriteStream({ flush: true }));
    response.end();
    return;
  }
  response.writeHead(200, { 'Content-Length': (await stat(file)).size });
  await pipeline(createReadStream(file), response);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

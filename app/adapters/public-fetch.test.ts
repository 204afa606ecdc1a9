import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { askPublic, FetchFailure, fetchPublic } from '#app/adapters/public-fetch.ts';

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

/** A foreign server that counts its requests. */
async function serve(answer: RequestListener) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ended.push(() => server.closeAllConnections());
  ended.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked: () => asked };
}

/** Skips the address check for the first address and applies it to all others. */
const asIfPublic = (first: string) => (address: string, signal: AbortSignal) =>
  address === first
    ? new Promise<IncomingMessage>((answered, failed) => get(address, { signal }, answered).once('error', failed))
    : askPublic(address, signal);

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown) => thrown,
  );
  return error instanceof FetchFailure ? error.reason : String(error);
}

describe('fetching a picture', () => {
  test.each([
    ['the same machine', (port: string) => `http://127.0.0.1:${port}/secret`],
    ['it by name', (port: string) => `http://localhost:${port}/secret`],
    ['it in IPv6 clothes', (port: string) => `http://[::ffff:127.0.0.1]:${port}/secret`],
    ['it as one number', (port: string) => `http://2130706433:${port}/secret`],
    ['the cloud’s own data', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a private network', () => 'http://192.168.0.1/'],
    ['a file', () => 'file:///etc/passwd'],
    ['nowhere', () => 'http://'],
  ])('G7: a redirect to %s is not followed', async (_name, target) => {
    const inside = await serve((_request, response) => response.end('secret'));
    const location = target(new URL(inside.url).port);
    const outside = await serve((_request, response) => response.writeHead(302, { Location: location }).end());
    const reason = await reasonOf(fetchPublic(outside.url, 1000, { ask: asIfPublic(outside.url) }));
    expect([reason, outside.asked(), inside.asked()]).toEqual(['address', 1, 0]);
  });

  test('G7: a redirect that goes round ends', async () => {
    const outside = await serve((_request, response) => response.writeHead(302, { Location: '/' }).end());
    expect(await reasonOf(fetchPublic(outside.url, 1000, { ask: asIfPublic(outside.url) }))).toBe('answer');
    expect(outside.asked()).toBe(6);
  });

  test('G7: a body without an end ends at the limit', async () => {
    const outside = await serve((_request, response) => {
      const more = () => response.write('x'.repeat(1000), () => response.writable && setImmediate(more));
      more();
    });
    expect(await reasonOf(fetchPublic(outside.url, 10_000, { ask: asIfPublic(outside.url) }))).toBe('size');
  });

  test('G7: a body that does not come ends with the time there is', async () => {
    const outside = await serve((_request, response) => response.writeHead(200).write('x'));
    const work = fetchPublic(outside.url, 1000, { ask: asIfPublic(outside.url), timeoutMs: 100 });
    expect(await reasonOf(work)).toBe('answer');
  });
});

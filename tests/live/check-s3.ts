/**
 * `npm run check:s3`: tests an S3-compatible service with every request that Arbor makes. Reads STORAGE=s3 and S3_*
 * like the server. Writes below its own prefix and removes it. Exits with 1 on a failure.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3Storage } from '#app/adapters/storage-s3.ts';
import { config } from '#app/config.server.ts';

const BYTES = Buffer.from('The north bed gets compost.');
const TYPE = 'text/plain';

function connected(): S3Storage {
  const { s3 } = config();
  if (!s3) throw new Error('Set STORAGE=s3, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_ENDPOINT');
  return new S3Storage(s3);
}

function expectSame(found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`);
}

async function main(): Promise<void> {
  const storage = connected();
  const prefix = `check/${crypto.randomUUID()}`;
  const key = `${prefix}/one`;
  const read = async (name: string, range?: { start: number; end: number }) =>
    (await buffer(await storage.read(name, range))).toString();
  const putSigned = async (change: { type?: string; body?: Buffer<ArrayBuffer> }) => {
    const upload = { key: `${prefix}/signed`, type: TYPE, size: BYTES.length, expiresInSeconds: 60 };
    const { url } = await storage.uploadUrl(upload);
    const headers = { 'Content-Type': change.type ?? TYPE };
    return (await fetch(url, { method: 'PUT', headers, body: change.body ?? BYTES })).ok;
  };
  const steps: [string, () => Promise<void>][] = [
    ['put', async () => void (await storage.write(key, Readable.from([BYTES]), { type: TYPE }))],
    ['get', async () => expectSame(await read(key), BYTES.toString())],
    ['range', async () => expectSame(await read(key, { start: 4, end: 8 }), 'north')],
    ['head', async () => expectSame(await storage.sizeOf(key), BYTES.length)],
    ['head of what is not there', async () => expectSame(await storage.sizeOf(`${prefix}/none`), null)],
    ['copy', () => storage.copy(key, `${prefix}/two`)],
    ['move', () => storage.move(`${prefix}/two`, `${prefix}/three`)],
    ['list', async () => expectSame((await listed(storage, prefix)).length, 2)],
    ['presigned put', async () => expectSame(await putSigned({}), true)],
    ['presigned put of another type is refused', async () => expectSame(await putSigned({ type: 'text/html' }), false)],
    [
      'presigned put of another length is refused',
      async () => expectSame(await putSigned({ body: Buffer.concat([BYTES, BYTES]) }), false),
    ],
    ['delete', () => removeAll(storage, prefix)],
    ['nothing is left', async () => expectSame(await listed(storage, prefix), [])],
  ];
  for (const [name, step] of steps) await report(name, step);
}

async function listed(storage: S3Storage, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
}

async function removeAll(storage: S3Storage, prefix: string): Promise<void> {
  for (const key of await listed(storage, prefix)) await storage.remove(key);
}

async function report(name: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
    process.stdout.write(`works   ${name}\n`);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`FAILS   ${name}: ${(error as Error).message}\n`);
  }
}

try {
  await main();
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${(error as Error).message}\n`);
}

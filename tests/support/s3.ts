import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export type S3Server = {
  environment: Record<string, string>;
  /** Keys of the objects in the bucket. */
  keys: () => Promise<string[]>;
  stop: () => Promise<void>;
};

const BUCKET = 'arbor-files';

/** Starts an S3-compatible server with one empty bucket. Returns the environment to use it. */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'arbor-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = (await server.run()) as unknown as AddressInfo;
  let isRunning = true;
  return {
    environment: {
      STORAGE: 's3',
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    keys: async () => {
      const files = await readdir(join(directory, BUCKET), { recursive: true });
      const suffix = '._S3rver_object';
      return files.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));
    },
    stop: async () => {
      if (!isRunning) return;
      isRunning = false;
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

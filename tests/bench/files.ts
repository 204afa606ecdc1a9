import { rmSync } from 'node:fs';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type SignedIn, signUp } from '#tests/bench/account.ts';
import { median } from '#tests/bench/measure.ts';
import { residentMegabytes, serve } from '#tests/bench/process.ts';
import { startArbor } from '#tests/bench/servers.ts';

/** Megabytes per second of Arbor and plain Node, and the server's peak memory above idle in MB. */
export type FilesFound = {
  upload: { ours: number; bare: number };
  download: { ours: number; bare: number };
  grownMegabytes: number;
};

export const BYTES = 1024 ** 3;
const CHUNK = Buffer.alloc(64 * 1024, 'The north bed gets compost. ');
const ROUNDS = 3;
const IDLE_MS = 2000;
const SAMPLE_MS = 25;

type Step = (text: string) => void;

/** Uploads and downloads a gigabyte, alternating with a plain Node server on the same disk. */
export async function benchFiles(folder: string, step: Step): Promise<FilesFound> {
  const file = join(folder, 'bare');
  const dataDir = join(folder, 'files');
  const source = join(import.meta.dirname, 'baseline/serve-files.ts');
  const bare = await serve({ args: [source], env: { BASELINE_FILE: file } });
  const ours = await startArbor(dataDir, { MAX_UPLOAD_MB: '2048' });
  try {
    const signedIn = await signUp(ours.origin, dataDir);
    await wait(IDLE_MS);
    const idle = residentMegabytes(ours.pid);
    const peak = watchMemory(ours.pid);
    const rates = { up: [] as number[], down: [] as number[], bareUp: [] as number[], bareDown: [] as number[] };
    for (let round = 1; round <= ROUNDS; round += 1) {
      step(`A gigabyte up and down, round ${round}`);
      rates.bareUp.push(await rateOf(() => send(`${bare.origin}/`, {})));
      rates.bareDown.push(await rateOf(() => receive(`${bare.origin}/`, {})));
      rmSync(file);
      const { url, seconds } = await uploadGigabyte(ours.origin, signedIn);
      rates.up.push(BYTES / 1e6 / seconds);
      rates.down.push(await rateOf(() => receive(url, signedIn.headers)));
      await fetch(url, { method: 'DELETE', headers: signedIn.headers });
    }
    return {
      upload: { ours: median(rates.up), bare: median(rates.bareUp) },
      download: { ours: median(rates.down), bare: median(rates.bareDown) },
      grownMegabytes: peak() - idle,
    };
  } finally {
    await Promise.all([bare.stop(), ours.stop()]);
  }
}

/** Uploads through the API; request, PUT and confirm are timed together. */
export async function uploadGigabyte(
  origin: string,
  { headers }: SignedIn,
  docId: string | null = null,
): Promise<{ url: string; seconds: number }> {
  const call = async (path: string, body: object) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: Record<string, never> }).data;
  };
  const from = performance.now();
  const ticket = await call('/api/files/upload-request', { fileName: 'large.txt', ext: 'txt', size: BYTES, docId });
  const { credentials, fileKey, fileId, downloadUrl } = ticket as unknown as {
    credentials: { url: string; headers: Record<string, string> };
    fileKey: string;
    fileId: string;
    downloadUrl: string;
  };
  await send(credentials.url, credentials.headers);
  await call('/api/files/confirm', { fileKey, fileId, downloadUrl });
  return { url: origin + downloadUrl, seconds: (performance.now() - from) / 1000 };
}

async function rateOf(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return BYTES / 1e6 / ((performance.now() - from) / 1000);
}

function send(url: string, headers: OutgoingHttpHeaders): Promise<void> {
  return new Promise((done, failed) => {
    const call = request(url, { method: 'PUT', headers: { ...headers, 'Content-Length': BYTES } }, (answer) => {
      answer
        .resume()
        .once('end', () => (answer.statusCode === 200 ? done() : failed(new Error(`PUT: ${answer.statusCode}`))));
    });
    call.once('error', failed);
    let left = BYTES / CHUNK.length;
    const more = () => {
      while (left > 0) {
        left -= 1;
        if (!call.write(CHUNK)) return void call.once('drain', more);
      }
      call.end();
    };
    more();
  });
}

function receive(url: string, headers: OutgoingHttpHeaders): Promise<void> {
  return new Promise((done, failed) => {
    const call = request(url, { headers }, (answer) => {
      let taken = 0;
      answer.on('data', (chunk: Buffer) => {
        taken += chunk.length;
      });
      answer.once('end', () => (taken === BYTES ? done() : failed(new Error(`GET: ${taken} of ${BYTES} bytes`))));
    });
    call.once('error', failed).end();
  });
}

/** Samples the memory of a process. Returns a function that stops this and returns the peak in MB. */
export function watchMemory(pid: number): () => number {
  let most = 0;
  const look = () => {
    most = Math.max(most, residentMegabytes(pid));
  };
  const timer = setInterval(look, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

// Runs in its own thread, so that load of the measuring process is not attributed to the server.
const PROBE = `
  const { parentPort, workerData } = require('node:worker_threads');
  let longest = 0;
  let isOver = false;
  parentPort.once('message', () => { isOver = true; });
  (async () => {
    await fetch(workerData);
    parentPort.postMessage('ready');
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(workerData)).arrayBuffer();
      longest = Math.max(longest, performance.now() - startedAt);
      await new Promise((next) => setTimeout(next, 20));
    }
    parentPort.postMessage(longest);
  })();
`;

/**
 * Returns the longest response time of `/healthz` for another client, requested every 20 ms during `work`, in
 * milliseconds.
 */
export async function longestWaitDuring(url: string, work: () => Promise<unknown>): Promise<number> {
  const probe = new Worker(PROBE, { eval: true, workerData: `${url}/healthz` });
  try {
    await once(probe, 'message');
    await work();
    probe.postMessage('over');
    const [longest] = (await once(probe, 'message')) as [number];
    return longest;
  } finally {
    await probe.terminate();
  }
}

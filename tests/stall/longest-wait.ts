import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

// In a thread of its own: what the measuring process does itself must not be counted as the server's wait.
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

/** The longest that another client waited for `/healthz`, asked every 20 ms while work went on, in milliseconds. */
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

import { log } from '#app/observability/log.ts';
import { inTransaction } from '#db/connection.ts';
import { addViews } from '#db/queries/shares.ts';

/** Views are written in batches: a page with a thousand views a second causes one write every two seconds. */
const WRITTEN_WITHIN_MS = 2000;

let waiting = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;
let underWay: Promise<void> = Promise.resolve();

/** Counts a view of a link, given by its token's hash. Written in the next batch, after the response. */
export function countView(tokenHash: string): void {
  waiting.set(tokenHash, (waiting.get(tokenHash) ?? 0) + 1);
  timer ??= setTimeout(writeViews, WRITTEN_WITHIN_MS).unref();
}

/** Flushes the counts of this process. Called when the owner views them and before the process ends. */
export function writeViews(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const batch = waiting;
  waiting = new Map();
  if (batch.size > 0) underWay = underWay.then(() => write(batch));
  return underWay;
}

async function write(batch: Map<string, number>): Promise<void> {
  try {
    await inTransaction(async () => {
      // Fixed order, which prevents deadlocks between processes.
      for (const [tokenHash, views] of [...batch].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        await addViews({ views, tokenHash });
      }
    });
  } catch (error) {
    log.warn({ error, links: batch.size, event: 'views-not-counted' }, 'views of public links were not counted');
  }
}

import { notifyProcesses } from '#app/services/live/live-signals.ts';
import { EpochEnded } from '#app/services/live/stored-states.ts';
import { inTransaction, models, outsideTransaction } from '#db/connection.ts';
import { isDatabaseUnavailable } from '#db/database-errors.ts';
import { takeNumber } from '#db/queries/live.ts';

type Append = { documentId: string; epoch: number; changes: Uint8Array; writers: string[] };
type Waiting = Append & { resolve: (number: number) => void; reject: (error: unknown) => void };

/** Maximum number of updates in one transaction, which share one flush to disk. */
const TOGETHER = 100;

let waiting: Waiting[] = [];
let isWriting = false;

/** Stores an update. Resolves to its number once committed. Throws `EpochEnded`. */
export function appendUpdate(append: Append): Promise<number> {
  const stored = new Promise<number>((resolve, reject) => waiting.push({ ...append, resolve, reject }));
  if (!isWriting) void outsideTransaction(writeWaiting);
  return stored;
}

/** Writes in batches: updates that arrive during a transaction go into the next one. */
async function writeWaiting(): Promise<void> {
  isWriting = true;
  while (waiting.length > 0) {
    const batch = waiting.slice(0, TOGETHER);
    waiting = waiting.slice(TOGETHER);
    await writeTogether(batch);
  }
  isWriting = false;
}

async function writeTogether(batch: Waiting[]): Promise<void> {
  // Same lock order in all processes, to avoid deadlocks.
  const inOrder = batch.toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1));
  try {
    const numbers = await inTransaction(async () => {
      const found: (number | null)[] = [];
      for (const append of inOrder) found.push(await write(append));
      return found;
    });
    for (const [at, { resolve, reject }] of inOrder.entries()) {
      const number = numbers[at] ?? null;
      if (number === null) reject(new EpochEnded());
      else resolve(number);
    }
    // This process has what it stores.
    for (const { documentId } of inOrder) notifyProcesses({ kind: 'changed', documentId });
  } catch (error) {
    // Alone, each would wait as long as all together.
    if (batch.length === 1 || isDatabaseUnavailable(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    // One document's failure must not prevent storing the others.
    for (const append of inOrder) await writeTogether([append]);
  }
}

/** Returns null if the document has a newer epoch. */
async function write({ documentId, epoch, changes, writers }: Append): Promise<number | null> {
  const now = Date.now();
  const [row] = await takeNumber({ documentId, epoch, now });
  if (!row) return null;
  await (await models()).DocumentUpdate.create({
    documentId,
    number: row.number,
    changes: Buffer.from(changes),
    writers: JSON.stringify(writers),
    createdAt: now,
  });
  return row.number;
}

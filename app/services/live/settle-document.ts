import type { CurrentText } from '#app/services/documents/merge-save.ts';
import { currentText, findCurrentText, planTexts } from '#app/services/documents/plan-save.ts';
import { headUnchanged, isStale, saveSteps } from '#app/services/documents/write-save.ts';
import { newEpoch } from '#app/services/live/epochs.ts';
import { createState, type Folded } from '#app/services/live/shared-text.ts';
import { foldSteps, loadState, replaceSteps, type StoredState } from '#app/services/live/stored-states.ts';
import { KeyedQueue } from '#app/threads/keyed-queue.ts';
import { runInThread } from '#app/threads/run-in-thread.ts';
import { models } from '#db/connection.ts';
import { type Step, writeBatch } from '#db/write-batch.ts';

const ATTEMPTS_MAX = 10;
/** A state larger than its text by this ratio and this margin is replaced by a new one, which drops deleted content. */
const STATE_RATIO_MAX = 4;
const STATE_SPARE_BYTES = 16 * 1024;

const turns = new KeyedQueue();

/** `isComputing`: the text is being rendered, so that it does not wait for the database. */
export type Progress = { isComputing: boolean };

/**
 * Writes shared edits to text, HTML, index and history in one revision that names all authors, and folds the updates
 * into the state. Does nothing if the text is up to date.
 */
export async function settleDocument(id: string, progress: Progress = { isComputing: false }): Promise<void> {
  return turns.run(id, async () => {
    for (let attempt = 1; ; attempt += 1) {
      // The text first: a save of another process between the two reads changes its version, and the batch is refused.
      const from = await findCurrentText(id);
      const stored = await loadState(id);
      if (!from || !stored || stored.updates.length === 0) return;
      try {
        await settle(id, { from, stored }, { renews: attempt === 1 && !stored.isPart, progress });
        if (!stored.isPart) return;
        attempt = 0;
      } catch (error) {
        if (!isStale(error) || attempt === ATTEMPTS_MAX) throw error;
      }
    }
  });
}

/** Returns the text that a save replaces, with all shared edits. Throws `documentNotFound`. */
export async function settledText(id: string): Promise<CurrentText> {
  const text = await currentText(id);
  if (!text.isUnsettled) return text;
  await settleDocument(id);
  return currentText(id);
}

/** Runs work between two settlements of a document in this process. */
export const betweenSettlements = <T>(id: string, work: () => Promise<T>): Promise<T> => turns.run(id, work);

type How = {
  /** A state that has grown far beyond its text or is slow is replaced, which is refused while people write. */
  renews: boolean;
  progress: Progress;
};

type Read = { from: CurrentText; stored: StoredState };

async function settle(id: string, read: Read, { renews, progress }: How): Promise<void> {
  progress.isComputing = true;
  const steps = await plan(id, read, renews).finally(() => {
    progress.isComputing = false;
  });
  await writeBatch(steps);
}

async function plan(id: string, { from, stored }: Read, renews: boolean): Promise<Step[]> {
  const parts = [stored.state, ...stored.updates.map(({ changes }) => changes)];
  const folded = await runInThread(id, 'foldState', parts, from.title);
  const { author, writers } = await writersOf(id, stored);
  const { title, content } = folded;
  const by = { author, writers, autosave: true };
  const save = await planTexts(id, from, { title, content, icon: from.icon }, by);
  const next = renews ? renewed(folded) : null;
  const ofText = save ? saveSteps(id, save) : [headUnchanged(id, from)];
  return [...ofText, ...(next ? replaceSteps(id, stored, next) : foldSteps(id, stored, folded.state))];
}

/** Returns a new state without the deleted content of one that has grown far beyond its text or is slow, else null. */
function renewed({ title, content, state, isSlow }: Folded) {
  if (!isSlow && state.length <= STATE_RATIO_MAX * Buffer.byteLength(content) + STATE_SPARE_BYTES) return null;
  const epoch = newEpoch();
  return { epoch, state: createState({ title, content }, epoch), isChanged: true };
}

/** Returns the authors of shared edits; `author` wrote last. Deleted accounts are omitted. */
async function writersOf(id: string, { updates }: StoredState): Promise<{ author: string; writers: string[] }> {
  const ids = [...new Set(updates.flatMap(({ writers }) => writers).reverse())];
  const { Document, User } = await models();
  const known = new Set((await User.findAll({ where: { id: ids }, attributes: ['id'] })).map((user) => user.id));
  const [author, ...writers] = ids.filter((each) => known.has(each));
  if (author) return { author, writers };
  const document = await Document.findByPk(id, { attributes: ['ownerId'] });
  return { author: document?.ownerId ?? '', writers: [] };
}

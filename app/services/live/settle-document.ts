import type { CurrentText } from '#app/services/documents/merge-save.ts';
import { currentText, planTexts } from '#app/services/documents/plan-save.ts';
import { isStale, saveSteps } from '#app/services/documents/write-save.ts';
import { newEpoch } from '#app/services/live/epochs.ts';
import { createState, type Folded } from '#app/services/live/shared-text.ts';
import { foldSteps, loadState, replaceSteps, type StoredState } from '#app/services/live/stored-states.ts';
import { KeyedQueue } from '#app/threads/keyed-queue.ts';
import { runInThread } from '#app/threads/run-in-thread.ts';
import { models } from '#db/connection.ts';
import { writeBatch } from '#db/write-batch.ts';

const ATTEMPTS_MAX = 10;
/** A state larger than its text by this ratio and this margin is replaced by a new one, which drops deleted content. */
const STATE_RATIO_MAX = 4;
const STATE_SPARE_BYTES = 16 * 1024;

const turns = new KeyedQueue();

/**
 * Writes shared edits to text, HTML, index and history in one revision that names all authors, and folds the updates
 * into the state. Does nothing if the text is up to date.
 */
export async function settleDocument(id: string): Promise<void> {
  return turns.run(id, async () => {
    for (let attempt = 1; ; attempt += 1) {
      const stored = await loadState(id);
      if (!stored || stored.updates.length === 0) return;
      try {
        return await settle(id, stored, { renews: attempt === 1 });
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

/** `renews`: a state that has grown far beyond its text is replaced, which is refused while people write. */
async function settle(id: string, stored: StoredState, { renews }: { renews: boolean }): Promise<void> {
  const from = await currentText(id);
  const parts = [stored.state, ...stored.updates.map(({ changes }) => changes)];
  const folded = await runInThread(id, 'foldState', parts, from.title);
  const { author, writers } = await writersOf(id, stored);
  const { title, content } = folded;
  const by = { author, writers, autosave: true };
  const save = await planTexts(id, from, { title, content, icon: from.icon }, by);
  const next = renews ? renewed(folded) : null;
  const same = { epoch: stored.epoch, state: folded.state, isChanged: false };
  // Without a save no version is compared, so a plain save that came in between has to be noticed by its number.
  const ofState = save && !next ? foldSteps(id, stored, folded.state) : replaceSteps(id, stored, next ?? same);
  await writeBatch([...(save ? saveSteps(id, save) : []), ...ofState]);
}

/** Returns a new state without the deleted content of one that has grown far beyond its text, else null. */
function renewed({ title, content, state }: Folded) {
  if (state.length <= STATE_RATIO_MAX * Buffer.byteLength(content) + STATE_SPARE_BYTES) return null;
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

import { AppError } from '#app/errors.ts';
import { newEpoch } from '#app/services/live/epochs.ts';
import { signal } from '#app/services/live/live-signals.ts';
import { type ChangedState, createState } from '#app/services/live/shared-text.ts';
import { inTransaction, models } from '#db/connection.ts';
import {
  claimEpoch,
  countChange,
  findOverdue,
  findPositions,
  findState,
  findUnused,
  findUpdateSizes,
  findUpdates,
  foldUpdates,
  insertChange,
  removeFolded,
  removeUnused,
  replaceFolded,
  setEpoch,
} from '#db/queries/live.ts';
import type { Step } from '#db/write-batch.ts';

/** The stored parts of a shared state: the folded state and the updates after it, in order, up to `lastNumber`. */
export type StoredState = {
  epoch: number;
  lastNumber: number;
  foldedNumber: number;
  state: Buffer;
  updates: StoredUpdate[];
  /** True if there are later updates. */
  isPart: boolean;
};
export type StoredUpdate = { number: number; changes: Buffer; writers: string[]; createdAt: number };
/** Progress of a shared state: its epoch, the number of its last update, and the last number folded into the state. */
export type Position = Pick<StoredState, 'epoch' | 'lastNumber' | 'foldedNumber'>;

/** Thrown if the state was removed or has a new epoch, so that a change cannot be stored. */
export class EpochEnded extends Error {}

/** Bytes of updates that are read and folded at once; more of them are folded one part after the other. */
const PART_BYTES = 8 * 1024 * 1024;
/** Reads of a state before it is given up; a fold needs far longer than a read. */
const READS_MAX = 10;

/** Loads the shared state of a document, with a part of its updates if they are many; null without one. */
export async function loadState(documentId: string): Promise<StoredState | null> {
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    const stored = await inTransaction(() => readState(documentId));
    if (!stored || isWhole(stored)) return stored;
  }
  throw new Error(`The shared state of ${documentId} changed during each of ${READS_MAX} reads`);
}

async function readState(documentId: string): Promise<StoredState | null> {
  const [row] = await findState({ documentId });
  if (!row) return null;
  const partEnd = await endOfPart(documentId, row.foldedNumber);
  const updates = await updatesAfter(documentId, row.foldedNumber, partEnd);
  return { ...row, lastNumber: partEnd ?? row.lastNumber, updates, isPart: partEnd !== undefined };
}

/** Returns the number of the last update of a part; undefined if there are no later ones. */
async function endOfPart(documentId: string, number: number): Promise<number | undefined> {
  const sizes = await findUpdateSizes({ documentId, number });
  let bytes = 0;
  const after = sizes.findIndex((update) => {
    bytes += update.size;
    return bytes > PART_BYTES;
  });
  // An update larger than a part is one by itself.
  return after === -1 || sizes.length === 1 ? undefined : sizes[Math.max(0, after - 1)]!.number;
}

/**
 * Returns true if a state has all updates up to its number. On PostgreSQL each statement of a transaction sees what was
 * committed before it, so a fold between the two reads removes updates that the state read before lacks.
 */
function isWhole({ foldedNumber, lastNumber, updates }: StoredState): boolean {
  if (updates.length === 0) return foldedNumber === lastNumber;
  return updates[0]!.number === foldedNumber + 1 && updates.at(-1)!.number >= lastNumber;
}

/** Loads the shared state of a document, created from its text on first use. Throws `documentNotFound`. */
export async function openStoredState(documentId: string): Promise<StoredState> {
  const known = await loadState(documentId);
  if (known) return known;
  await inTransaction(() => createStoredState(documentId));
  const created = await loadState(documentId);
  if (!created) throw new AppError('documentNotFound');
  return created;
}

async function createStoredState(documentId: string): Promise<void> {
  const epoch = newEpoch();
  // Lock the row: a concurrent save then either reads the epoch again or is read here.
  const claimed = await claimEpoch({ documentId, epoch });
  if (claimed === 0) return;
  const { Document, DocumentState, DocumentText } = await models();
  const [head, text] = [await Document.findByPk(documentId), await DocumentText.findByPk(documentId)];
  if (!head || !text) throw new AppError('documentNotFound');
  const state = Buffer.from(createState({ title: head.title, content: text.content }, epoch));
  await DocumentState.create({ documentId, epoch, state, lastNumber: 0, foldedNumber: 0, usedAt: Date.now() });
}

/** Maximum of the column in PostgreSQL. */
const NUMBER_MAX = 2 ** 31 - 1;

/** Lists the updates after a number, and up to another. */
export async function updatesAfter(documentId: string, number: number, upTo = NUMBER_MAX): Promise<StoredUpdate[]> {
  const rows = await findUpdates({ documentId, number, upTo });
  return rows.map((row) => ({ ...row, writers: JSON.parse(row.writers) as string[] }));
}

/**
 * Steps that fold the updates up to `from.lastNumber` into the state; refused if another fold came in between. Updates
 * that came in between stay, so that steady writing does not delay the fold of a long text for ever.
 */
export function foldSteps(documentId: string, from: Position, state: Uint8Array): Step[] {
  const number = from.lastNumber;
  const at = { fromEpoch: from.epoch, fromFolded: from.foldedNumber };
  const next = { documentId, state: Buffer.from(state), number, now: Date.now() };
  return [
    foldUpdates.step({ ...next, ...at }, { expects: 'change', done: () => signal({ kind: 'changed', documentId }) }),
    removeFolded.step({ documentId, number }),
  ];
}

/**
 * Steps that change the folded state beside updates that are not folded yet; refused if another fold came in between.
 * The change is an update, too, for those who have the state before: applied twice it changes nothing.
 */
export function changeSteps(documentId: string, from: Position, { state, changes }: ChangedState): Step[] {
  const now = Date.now();
  const at = { fromEpoch: from.epoch, fromFolded: from.foldedNumber };
  const done = () => signal({ kind: 'changed', documentId });
  return [
    countChange.step({ documentId, state: Buffer.from(state), now, ...at }, { expects: 'change', done }),
    insertChange.step({ documentId, changes: Buffer.from(changes), now }),
  ];
}

/**
 * Steps that replace the state up to `from.lastNumber` with a folded one; refused if updates or another fold came in
 * between. `isChanged`: the new state has more than its updates, and other processes must reload it.
 */
export function replaceSteps(
  documentId: string,
  from: Position,
  { state, epoch, isChanged }: { state: Uint8Array; epoch: number; isChanged: boolean },
): Step[] {
  const number = from.lastNumber + (isChanged ? 1 : 0);
  const at = { fromEpoch: from.epoch, fromLast: from.lastNumber, fromFolded: from.foldedNumber };
  const next = { documentId, state: Buffer.from(state), epoch, number, now: Date.now() };
  const done = () => signal({ kind: 'changed', documentId });
  return [
    replaceFolded.step({ ...next, ...at }, { expects: 'change', done }),
    removeFolded.step({ documentId, number }),
    ...(epoch === from.epoch ? [] : [setEpoch.step({ documentId, epoch })]),
  ];
}

/** Returns the current positions of documents' states by document id. */
export async function positionsOf(documentIds: string[]): Promise<Map<string, Position>> {
  const rows = await findPositions({ documentIds: JSON.stringify(documentIds) });
  return new Map(rows.map(({ documentId, ...position }) => [documentId, position]));
}

/** Removes states unused since `before`. They are created again when someone joins. */
export async function removeUnusedStates(before: number): Promise<void> {
  for (const { id } of await findUnused({ before })) {
    await inTransaction(async () => {
      const removed = await removeUnused({ id, before });
      if (removed > 0) await (await models()).Document.update({ liveEpoch: null }, { where: { id } });
    });
  }
}

/** Lists documents, except some, with updates older than `before` that their text lacks, for example after a crash. */
export async function overdueDocuments(before: number, skipped: string[]): Promise<string[]> {
  return (await findOverdue({ before, skipped: JSON.stringify(skipped) })).map(({ id }) => id);
}

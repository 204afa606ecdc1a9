import type { Actor } from '#app/services/actor.ts';
import { NO_RUN, type PlannedRun } from '#app/services/documents/fold-revisions.ts';
import {
  isRewritten,
  isSmallChange,
  type Packed,
  packChange,
  packWhole,
  unpackAll,
} from '#app/services/documents/pack-text.ts';
import { newId } from '#app/services/new-id.ts';
import { runInThread } from '#app/threads/run-in-thread.ts';
import { findPackedRevisions, putRevision, putWriters, setFolded } from '#db/queries/texts.ts';
import { type Step, writeBatch } from '#db/write-batch.ts';

type SavedText = { documentId: string; version: number; title: string; icon: string | null };
/** The encoded revision and its run of autosaves. */
type Kept = { packed: Packed; planned?: PlannedRun; writers?: string[] | undefined };
export type KeptText = { title: string; icon: string | null; content: string };

/** Interval in versions at which a revision is stored whole. Bounds the steps to read one. */
const WHOLE_EVERY = 64;

/** Texts up to this number of UTF-16 units are encoded faster than they are transferred to a worker thread. */
const SHORT = 16 * 1024;

/** Encodes the first revision of a text. Call before the transaction, to keep it short. */
export async function packNew(person: string, content: string): Promise<Packed> {
  return content.length <= SHORT ? packWhole(content) : asBuffer(await runInThread(person, 'packWhole', content));
}

/** Encodes the revision of a text that replaces another. */
export async function packSaved(
  person: string,
  saved: { version: number; content: string },
  before: string,
): Promise<Packed> {
  const { version, content } = saved;
  const isShort = content.length + before.length <= SHORT;
  if (version % WHOLE_EVERY === 0 || (isShort && isRewritten(before, content))) return packNew(person, content);
  if (isSmallChange(before, content)) return packChange(before, content);
  return asBuffer(await runInThread(person, 'packChange', before, content));
}

/** Threads return plain byte arrays; databases require buffers. */
export function asBuffer({ packing, packed }: Packed): Packed {
  return { packing, packed: Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength) };
}

/** Stores a first revision. Call in the transaction that creates the document. */
export async function addRevision(actor: Pick<Actor, 'id'>, saved: SavedText, kept: Kept): Promise<void> {
  await writeBatch(revisionSteps(actor, saved, kept));
}

/** Steps that store the revision of one save. `writers` are authors of parts of it besides the actor. */
export function revisionSteps(
  actor: Pick<Actor, 'id'>,
  saved: SavedText,
  { packed, planned: { run, folds } = NO_RUN, writers = [] }: Kept,
): Step[] {
  const { documentId } = saved;
  const id = newId();
  const others = writers.filter((writer) => writer !== actor.id);
  return [
    ...folds.map((fold) => setFolded.step({ documentId, ...fold })),
    putRevision.step({ ...saved, ...packed, ...run, id, authorId: actor.id, createdAt: Date.now() }),
    ...(others.length > 0 ? [putWriters.step({ revisionId: id, writers: JSON.stringify(others) })] : []),
  ];
}

/** Returns title, icon and text at a version; null before the first. */
export async function textAt(documentId: string, version: number): Promise<KeptText | null> {
  const rows = await findPackedRevisions({ documentId, version });
  const newest = rows.at(-1);
  if (!newest) return null;
  return { title: newest.title, icon: newest.icon, content: await unpackRows(documentId, rows) };
}

/**
 * Returns the text that a change started from; null for a version that the document never had, which conflicts with any
 * change.
 */
export async function baseText(documentId: string, base: number, currentVersion: number): Promise<KeptText | null> {
  return base <= currentVersion ? textAt(documentId, base) : null;
}

async function unpackRows(documentId: string, rows: Packed[]): Promise<string> {
  const packed = rows.map(({ packing, packed }) => ({ packing, packed }));
  const isShort = rows.length === 1 && rows[0]!.packed.length <= SHORT;
  return isShort ? unpackAll(packed) : runInThread(documentId, 'unpackAll', packed);
}

import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { storage } from '#app/adapters/storage.ts';
import { writeZip } from '#app/adapters/zip-writer.ts';
import { takeoutMail } from '#app/emails/takeout-mail.ts';
import type { Language } from '#app/i18n/language.ts';
import { log } from '#app/observability/log.ts';
import { BackgroundWork } from '#app/services/background-work.ts';
import { latestInstant } from '#app/services/clock.ts';
import { DAY_MS } from '#app/services/day.ts';
import { purgeSoon } from '#app/services/documents/purge-deleted.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { type FolderRow, writeFolder } from '#app/services/transfer/export/write-folder.ts';
import { afterCommit, execute, inTransaction, models, select } from '#db/connection.ts';
import type { TakeoutCause } from '#db/models/takeout.ts';
import { FILE_COLUMNS, type FileRow } from '#db/queries/files.ts';

/** Lease of packing. An unfinished takeout not renewed for longer belongs to an ended process. */
const LEASE_MS = 10 * 60 * 1000;
const BEAT_MS = 60_000;
/** Time for which a packed takeout is kept. */
export const KEPT_MS = 30 * DAY_MS;

/** Storage key of a takeout's zip. */
export const takeoutKey = (id: string) => `takeouts/${id}.zip`;

const packing = new BackgroundWork(packTakeouts, (error) =>
  log.warn({ event: 'takeouts-not-packed', error }, 'takeouts are packed later'),
);

/** Starts packing recorded takeouts in the background. */
export const packTakeoutsSoon = (): void => packing.start();

/** Waits for takeouts being packed by this process. */
export const awaitTakeouts = (): Promise<void> => packing.settled();

type Waiting = {
  id: string;
  userId: string;
  cause: TakeoutCause;
  workedAt: number;
  email: string;
  lng: Language | null;
};

/**
 * Packs every takeout that is not claimed by a running process. Returns their number. A failed one is retried later.
 */
export async function packTakeouts(): Promise<number> {
  const waiting = await select<Waiting>(
    `SELECT takeouts.id, takeouts.user_id AS "userId", takeouts.cause, takeouts.worked_at AS "workedAt",
       users.email, users.lng
     FROM takeouts JOIN users ON users.id = takeouts.user_id
     WHERE takeouts.packed_at IS NULL AND (takeouts.worked_at <= $before OR takeouts.worked_at > $latest)
     ORDER BY takeouts.created_at, takeouts.id`,
    { before: Date.now() - LEASE_MS, latest: latestInstant() },
  );
  let packed = 0;
  for (const takeout of waiting) {
    if (!(await claim(takeout))) continue;
    try {
      await pack(takeout);
      packed += 1;
    } catch (error) {
      log.warn({ event: 'takeout-not-packed', takeoutId: takeout.id, error }, 'a takeout could not be packed');
    }
  }
  return packed;
}

/** Returns true if a takeout of an owner's documents is not packed yet. */
export async function hasWaitingTakeouts(ownerId: string): Promise<boolean> {
  const waiting = 'SELECT id FROM takeouts WHERE owner_id = $ownerId AND packed_at IS NULL LIMIT 1';
  return (await select(waiting, { ownerId })).length > 0;
}

async function claim({ id, workedAt }: Waiting): Promise<boolean> {
  const claimed = await execute('UPDATE takeouts SET worked_at = $now WHERE id = $id AND worked_at = $workedAt', {
    id,
    workedAt,
    now: Date.now(),
  });
  return claimed === 1;
}

const ROWS = `SELECT documents.id, takeout_documents.parent_id AS "parentId", takeout_documents.version,
    documents.title, documents.icon, documents.cover_url AS "coverUrl", documents.cover_scroll_y AS "coverScrollY",
    documents.created_at AS "createdAt", documents.updated_at AS "updatedAt", NULL AS "starredAt"
  FROM takeout_documents JOIN documents ON documents.id = takeout_documents.document_id
  WHERE takeout_documents.takeout_id = $id ORDER BY documents.position, documents.id`;
const FILES = `SELECT ${FILE_COLUMNS} FROM takeout_documents JOIN files ON files.document_id = takeout_documents.document_id
  WHERE takeout_documents.takeout_id = $id AND files.confirmed_at IS NOT NULL ORDER BY files.created_at, files.id`;

/** Writes the zip. Queues the mail in the transaction that releases the documents for removal. */
async function pack(takeout: Waiting): Promise<void> {
  const { id } = takeout;
  const beat = setInterval(() => void touch(id), BEAT_MS).unref();
  try {
    const [rows, files] = await Promise.all([select<FolderRow>(ROWS, { id }), select<FileRow>(FILES, { id })]);
    const folder = await writeFolder(rows, files);
    const zip = Readable.from(wholeZip(id, writeZip(folder) as ReadableStream<Uint8Array>));
    // The documents are deleted after it.
    await storage().write(takeoutKey(id), zip, { type: 'application/zip', isDurable: true });
    await inTransaction(() => finish(takeout, rows));
  } finally {
    clearInterval(beat);
  }
}

/**
 * Fails at its end if another process has finished the takeout meanwhile: some of its documents may be missing in this
 * zip, which must not replace the finished one.
 */
async function* wholeZip(id: string, zip: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* zip;
  if (!(await renew(id))) throw new Error('the takeout was finished by another process meanwhile');
}

/** Renews the lease. Returns false once the takeout is finished. */
const renew = async (id: string): Promise<boolean> =>
  (await execute('UPDATE takeouts SET worked_at = $now WHERE id = $id AND packed_at IS NULL', {
    id,
    now: Date.now(),
  })) === 1;

async function touch(id: string): Promise<void> {
  try {
    await renew(id);
  } catch (error) {
    log.warn({ event: 'takeout-not-renewed', takeoutId: id, error }, 'the lease of a takeout could not be renewed');
  }
}

async function finish({ id, email, lng, cause }: Waiting, rows: FolderRow[]): Promise<void> {
  const { Takeout, TakeoutDocument } = await models();
  const first = rows.reduce((oldest, row) => (row.createdAt < oldest.createdAt ? row : oldest), rows[0]!);
  const packedAt = Date.now();
  const until = new Date(packedAt + KEPT_MS);
  const changes = { packedAt, expiresAt: until.getTime(), title: first.title, documents: rows.length };
  const [changed] = await Takeout.update(changes, { where: { id, packedAt: null } });
  // Another process has finished it.
  if (changed === 0) return;
  await TakeoutDocument.destroy({ where: { takeoutId: id } });
  const content = { cause, title: first.title, count: rows.length, until, url: `${mailOrigin()}/takeouts/${id}` };
  await queueMail(takeoutMail(email, mailLanguage({ lng }), content));
  afterCommit(purgeSoon);
}

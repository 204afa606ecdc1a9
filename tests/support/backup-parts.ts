import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { OPERATOR, SCHEDULE } from '#app/services/access/administrator.ts';
import { purgeAccounts } from '#app/services/accounts/purge-accounts.ts';
import type { Actor } from '#app/services/actor.ts';
import { deleteAccounts } from '#app/services/administration/delete-account.ts';
import { archiveDocument, deleteDocument } from '#app/services/documents/archive-document.ts';
import { restorePart } from '#app/services/maintenance/backup/part/restore-part.ts';
import { openSource } from '#app/services/maintenance/backup/part/source-of-part.ts';
import { writeBackup } from '#app/services/maintenance/backup/write-backup.ts';
import { checkAll } from '#app/services/maintenance/check/check-all.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { connect, type Dialect, disconnect, select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { createDatabase, DATA_DIR, type TestDatabase } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';

const THIRTY_DAYS = 30 * 24 * 3600;

/** Connects a suite to an empty database that it backs up, and into which it restores parts. */
export function setBackups(dialect: Dialect) {
  let database: TestDatabase;
  let folder: string;
  let count = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(DATA_DIR, 'part-'));
    database = await createDatabase(dialect, { migrated: true });
    connect(database);
    // The first account administers; none of a test shall.
    await buildUser();
  });
  afterAll(async () => {
    await disconnect();
    await database.remove();
    await rm(folder, { recursive: true });
  });

  async function backUp(): Promise<string> {
    count += 1;
    const file = join(folder, `${count}.zip`);
    await writeBackup(file);
    return file;
  }

  /** Opens an archive as the command does: it is unpacked while no database is connected. */
  async function openBackup(file: string) {
    await disconnect();
    return openSource(file, await mkdtemp(join(folder, 'rows-'))).finally(() => connect(database));
  }

  async function bringBack(file: string, wanted: { branch?: string; account?: string; to?: string }) {
    const source = await openBackup(file);
    const { branch, account, to } = wanted;
    const part = branch === undefined ? { account: account! } : { branch };
    try {
      return await restorePart(OPERATOR, source, { part, to });
    } finally {
      await source.close();
    }
  }

  return { backUp, openBackup, bringBack };
}

/** Deletes a branch for good, as its owner. */
export async function removeBranch(owner: Actor, id: string): Promise<void> {
  await archiveDocument(owner, id);
  await deleteDocument(owner, id);
}

export async function purge(account: Actor): Promise<void> {
  const clock = stopClock(new Date());
  await deleteAccounts(OPERATOR, [account.id]);
  clock.advance(THIRTY_DAYS);
  await purgeAccounts(SCHEDULE);
  clock.advance(-THIRTY_DAYS);
}

/** Returns what the check of the database finds. */
export async function faults() {
  const found = [];
  for await (const { area, problem, subject } of checkAll({ repair: false })) found.push([area, problem, subject]);
  return found;
}

/** Returns the ids of the documents that a search finds. */
export const findWords = async (who: Actor, keyword: string) =>
  (await searchDocuments(who, { keyword, page: 1, limit: 10 })).items.map(({ id }) => id);

export const exists = async (id: string) =>
  (await select('SELECT id FROM documents WHERE id = $id', { id })).length === 1;

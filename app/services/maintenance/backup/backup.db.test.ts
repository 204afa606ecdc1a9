import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { storage } from '#app/adapters/storage.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { textAt } from '#app/services/documents/revisions.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { saveUpload } from '#app/services/files/save-upload.ts';
import { awaitMails } from '#app/services/mail/deliver-mails.ts';
import { BackupProgress } from '#app/services/maintenance/backup/backup-progress.ts';
import { isUnused, openBackup, restoreBackup } from '#app/services/maintenance/backup/restore-backup.ts';
import { writeBackup } from '#app/services/maintenance/backup/write-backup.ts';
import { setMonthlyLimit } from '#app/services/quotas/change-quota.ts';
import { getQuota } from '#app/services/quotas/get-quota.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { connect, disconnect, execute, select } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import { inSnapshot } from '#db/snapshot.ts';
import { streamTable, tablesInOrder } from '#db/tables.ts';
import { createDatabase, DATA_DIR, DIALECTS, describeOnBoth, type TestDatabase } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildShare, buildUser, type Cast } from '#tests/support/factories.ts';

const DIRECTIONS = DIALECTS.flatMap((from) => DIALECTS.map((to) => [from, to] as const));
const LONG = `${'春天的花园 and its trees.\u2028 '.repeat(400)}\n\n末`;

/** Reads all stored data by table, in an order both databases share. */
async function everything(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  await inSnapshot(async (read) => {
    for (const table of await tablesInOrder(read)) {
      // The mark of an installation is not restored.
      if (table === 'installation') continue;
      const rows: string[] = [];
      for await (const row of streamTable(read, table)) rows.push(JSON.stringify(Object.entries(row).sort()));
      all[table] = rows.sort();
    }
  });
  return all;
}

async function plant(): Promise<Cast> {
  const cast = await buildCast();
  const { olga, document } = cast;
  await updateDocument(olga, document.id, { content: LONG, autosave: false });
  await updateDocument(olga, document.id, { content: `${LONG} 更多`, autosave: false });
  await buildDocument({ owner: olga, parent: document, title: '子文档' });
  await setMonthlyLimit(OPERATOR, [olga.id], 77);
  // Backups hold no queued mails.
  await awaitMails();
  return cast;
}

describe.each(DIRECTIONS)('L3 a backup of %s restored into %s', (from, to) => {
  const databases: TestDatabase[] = [];
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(DATA_DIR, 'backup-'));
    for (const dialect of [from, to]) databases.push(await createDatabase(dialect));
  });
  afterAll(async () => {
    await disconnect();
    for (const database of databases) await database.remove();
  });

  test('brings back every row, every revision and the search, and counts on where it was', async () => {
    connect(databases[0]!);
    await migrate();
    const { olga, document, sven } = await plant();
    const before = await everything();
    const written = await writeBackup(join(folder, 'all.zip'));
    expect((await stat(join(folder, 'all.zip'))).mode & 0o777).toBe(0o600);
    await disconnect();

    connect(databases[1]!);
    await migrate();
    expect(await isUnused()).toBe(true);
    const restored = await restoreBackup(await openBackup(join(folder, 'all.zip')));
    expect(restored.rows).toBe(written.rows);
    expect(await everything()).toEqual(before);
    expect((await getDocument(olga, document.id)).content).toBe(`${LONG} 更多`);
    expect((await textAt(document.id, 2))?.content).toBe(LONG);
    expect((await getQuota(olga.id)).monthlyLimit).toBe(77);
    const found = await searchDocuments(olga, { keyword: '的花', page: 1, limit: 10 });
    expect(found.total).toBe(1);
    const last = Math.max(...(await select<{ id: number }>('SELECT id FROM shares')).map(({ id }) => id));
    expect((await buildShare({ owner: olga, document, to: sven })).id).toBe(last + 1);
    await disconnect();
  });
});

describeOnBoth('a backup', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(DATA_DIR, 'backup-'));
    await plant();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('that is damaged anywhere, or no backup, is not restored and changes nothing', async () => {
    const file = join(folder, 'whole.zip');
    await writeBackup(file);
    const bytes = await readFile(file);
    const before = await everything();
    for (const at of [0.1, 0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95]) {
      const damaged = Buffer.from(bytes);
      const place = Math.floor(bytes.length * at);
      damaged.fill(0x55, place, place + 300);
      await writeFile(join(folder, 'damaged.zip'), damaged);
      await expect(openBackup(join(folder, 'damaged.zip'))).rejects.toMatchObject({ reason: 'damaged' });
    }
    await writeFile(join(folder, 'short.zip'), bytes.subarray(0, bytes.length / 2));
    await expect(openBackup(join(folder, 'short.zip'))).rejects.toMatchObject({ reason: 'damaged' });
    await writeFile(join(folder, 'none.zip'), 'not a zip');
    await expect(openBackup(join(folder, 'none.zip'))).rejects.toMatchObject({ reason: 'damaged' });
    await expect(openBackup(join(folder, 'nowhere.zip'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await everything()).toEqual(before);
  });

  test('of a schema this version does not know is not restored', async () => {
    await execute("INSERT INTO migrations (name, executed_at) VALUES ('2999-01-01-later', 0)");
    await writeBackup(join(folder, 'newer.zip'));
    await execute("DELETE FROM migrations WHERE name = '2999-01-01-later'");
    await expect(openBackup(join(folder, 'newer.zip'))).rejects.toMatchObject({ reason: 'newer' });
  });

  test('that fails half-way leaves what was there', async () => {
    await writeBackup(join(folder, 'half.zip'));
    const backup = await openBackup(join(folder, 'half.zip'));
    const before = await everything();
    const read = backup.archive.read.bind(backup.archive);
    // Simulates a disk failure while reading the last table.
    backup.archive.read = async (path) =>
      path.endsWith('users.jsonl') || !path.endsWith('shares.jsonl')
        ? read(path)
        : (new Readable({ read: () => undefined }).destroy(new Error('disk')) as Readable);
    await expect(restoreBackup(backup)).rejects.toThrow('disk');
    expect(await everything()).toEqual(before);
  });

  test('is restored with files that survive a power loss', async () => {
    const owner = await buildUser();
    await saveUpload(owner, { fileName: 'a.txt', ext: 'txt' }, Readable.from([Buffer.from('bytes')]));
    await writeBackup(join(folder, 'files.zip'));
    const write = vi.spyOn(storage(), 'write');
    onTestFinished(() => write.mockRestore());
    await restoreBackup(await openBackup(join(folder, 'files.zip')));
    const files = write.mock.calls.filter(([key]) => key.startsWith('blobs/'));
    expect(files.map(([, , { isDurable }]) => isDurable)).toEqual([true]);
  });

  test('is counted in rows while it is written and read back, up to the number of them', async () => {
    const ends: number[][] = [];
    class Watched extends BackupProgress {
      override begin(...next: Parameters<BackupProgress['begin']>): void {
        if (this.phase === 'rows') ends.push([this.done, this.total]);
        super.begin(...next);
      }
    }
    const file = join(folder, 'counted.zip');
    const { rows } = await writeBackup(file, { progress: new Watched() });
    const written = new Watched();
    await restoreBackup(await openBackup(file), { progress: written });
    expect(rows).toBeGreaterThan(20);
    expect(ends).toEqual([
      [rows, rows],
      [rows, rows],
    ]);
  });

  test('that cannot be finished leaves no file behind', async () => {
    const stop = new AbortController();
    const file = join(folder, 'stopped.zip');
    await expect(writeBackup(file, { signal: stop.signal, onProgress: () => stop.abort() })).rejects.toThrow();
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { textAt } from '#app/services/documents/revisions.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { openBackup, restoreBackup } from '#app/services/maintenance/backup/restore-backup.ts';
import { writeBackup } from '#app/services/maintenance/backup/write-backup.ts';
import { checkAll } from '#app/services/maintenance/check/check-all.ts';
import { connect, disconnect, execute, select } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import { faultsOfDatabase } from '#db/tables.ts';
import { createDatabase, DATA_DIR, DIALECTS, type TestDatabase } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

const WRITERS = 50;
/** Number of saves per writer before and during the backup. */
const [BEFORE, DURING] = [2, 3];

type Saved = { documentId: string; version: number; content: string };

describe.each(DIALECTS)('L3 a backup on %s under fifty writers', (dialect) => {
  const databases: TestDatabase[] = [];
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(DATA_DIR, 'writers-'));
    for (let nth = 0; nth < 2; nth += 1) databases.push(await createDatabase(dialect));
  });
  afterAll(async () => {
    await disconnect();
    for (const database of databases) await database.remove();
  });

  async function save(actor: Actor, documentId: string, content: string): Promise<Saved> {
    const { version } = await updateDocument(actor, documentId, { content, autosave: false });
    return { documentId, version, content };
  }

  test('holds every save acknowledged before it began, and of the later ones each wholly or not at all', async () => {
    connect(databases[0]!);
    await migrate();
    const olga = await buildUser();
    const documents: string[] = [];
    for (let nth = 0; nth < WRITERS; nth += 1) documents.push((await buildDocument({ owner: olga })).id);
    const acknowledged: Saved[] = [];
    const late: Saved[] = [];
    const write = async (nth: number, rounds: number, into: Saved[]) => {
      for (let round = 0; round < rounds; round += 1)
        into.push(await save(olga, documents[nth]!, `${into === late ? 'late' : 'early'} ${nth} ${round}`));
    };
    await Promise.all(documents.map((_, nth) => write(nth, BEFORE, acknowledged)));
    const file = join(folder, 'busy.zip');
    await Promise.all([writeBackup(file), ...documents.map((_, nth) => write(nth, DURING, late))]);
    await disconnect();

    connect(databases[1]!);
    await migrate();
    await restoreBackup(await openBackup(file));
    for (const { documentId, version, content } of acknowledged)
      expect((await textAt(documentId, version))?.content).toBe(content);
    const rows = await select<{ id: string; content: string; version: number }>(
      `SELECT documents.id, document_texts.content, documents.version FROM documents
       JOIN document_texts ON document_texts.document_id = documents.id`,
    );
    const known = [...acknowledged, ...late];
    for (const { id, content, version } of rows)
      expect(known).toContainEqual({ documentId: id, version: Number(version), content });
    expect(rows).toHaveLength(WRITERS);
    expect(await faultsOfDatabase()).toEqual([]);
    const findings: unknown[] = [];
    for await (const finding of checkAll({ repair: false })) findings.push(finding);
    expect(findings).toEqual([]);
    await disconnect();
  });

  test('leaves behind the mails that waited: whoever took the backup goes on sending them', async () => {
    connect(databases[0]!);
    await queueMail({ to: 'ada@example.com', subject: 'Code', text: 'Hello', html: '<p>Hello</p>' });
    // Due in an hour, to keep it queued.
    await execute('UPDATE mails SET next_attempt_at = next_attempt_at + 3600000');
    await writeBackup(join(folder, 'mails.zip'));
    await disconnect();
    connect(databases[1]!);
    await restoreBackup(await openBackup(join(folder, 'mails.zip')));
    expect(await select('SELECT id FROM mails')).toEqual([]);
    await disconnect();
  });
});

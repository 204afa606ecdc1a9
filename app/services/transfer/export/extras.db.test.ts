import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { editComment, replyTo, setResolved, startThread } from '#app/services/comments/write-comment.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';
import { openDocument } from '#app/services/documents/open-document.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { newId } from '#app/services/new-id.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { markTemplate } from '#app/services/templates/mark-template.ts';
import { exportAccount } from '#app/services/transfer/export/export-account.ts';
import { exportFolder } from '#app/services/transfer/export/export-folder.ts';
import { importFolder } from '#app/services/transfer/import/import-folder.ts';
import { inTransaction, models } from '#db/connection.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { importFiles } from '#tests/support/uploads.ts';

/** Comments of a thread, more than one batch of an import. */
const LONG = 450;

const newFolder = () => join(mkdtempSync(join(DATA_DIR, 'carried-')), 'all');

async function planted() {
  const [owner, reader] = [await buildUser(), await buildUser()];
  const document = await buildDocument({ owner, title: 'Carried', content: 'Words that are quoted here.' });
  await buildShare({ owner, document, to: reader });
  const about = await startThread(reader, document.id, {
    body: 'Which *ones*?',
    quote: 'quoted',
    prefix: null,
    suffix: null,
  });
  await replyTo(owner, about.id, 'These.');
  await editComment(owner, (await replyTo(owner, about.id, 'Thos')).id, 'Those.');
  const whole = await startThread(owner, document.id, { body: 'Done?', quote: null, prefix: null, suffix: null });
  await setResolved(owner, whole.id, true);
  return { owner, reader, document };
}

const withoutIds = (threads: Awaited<ReturnType<typeof listThreads>>) =>
  threads.map(({ id: _, ...thread }) => ({
    ...thread,
    comments: thread.comments.map(({ id: __, ...comment }) => comment),
  }));

const copyOf = async (owner: Actor, among: string[]) => {
  const query = { keyword: 'Carried', page: 1, limit: 50, sort: 'createdAt', order: 'asc', scope: 'own' } as const;
  return (await listDocuments(owner, query)).items.find(({ id }) => !among.includes(id))!.id;
};

describeOnBoth('comments, templates and entries of groups', () => {
  test('come back by their authors, three times the same', async () => {
    const { owner, document } = await planted();
    await markTemplate(owner, document.id, 'own');
    const name = `Team ${owner.id}`;
    const groupId = await createGroup(OPERATOR, name);
    await shareWithGroup(owner, document.id, { groupId, permission: 'EDIT' });
    const before = withoutIds(await listThreads(owner, document.id, 'all'));
    expect(before.flatMap(({ comments }) => comments.map(({ body }) => body))).toEqual([
      'Which *ones*?',
      'These.',
      'Those.',
      'Done?',
    ]);
    const known = [document.id];
    for (let round = 1; round <= 3; round++) {
      const folder = newFolder();
      await exportFolder(owner, { folder, branch: known.at(-1)! });
      const { notTaken } = await importFolder(owner, { folder, parentId: null });
      expect(notTaken).toEqual([]);
      known.push(await copyOf(owner, known));
      const after = withoutIds(await listThreads(owner, known.at(-1)!, 'all'));
      expect([round, after]).toEqual([round, before]);
      expect((await openDocument(owner, known.at(-1)!)).template).toBe('own');
      expect(
        (await listShares(owner, known.at(-1)!)).map((share) => [
          'groupName' in share && share.groupName,
          share.permission,
        ]),
      ).toEqual([[name, 'EDIT']]);
    }
  });

  test('of an export that was changed, or is somebody else’s, name their authors only and cannot be edited', async () => {
    const { owner, reader } = await planted();
    const folder = newFolder();
    await exportFolder(owner, { folder });
    const file = join(folder, 'arbor.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Which *ones*?', 'I resign'));
    const other = await buildUser();
    for (const importer of [owner, other]) {
      const known = (
        await listDocuments(importer, {
          keyword: '',
          page: 1,
          limit: 50,
          sort: 'createdAt',
          order: 'asc',
          scope: 'own',
        })
      ).items.map(({ id }) => id);
      await importFolder(importer, { folder, parentId: null });
      const id = await copyOf(importer, known);
      const [thread] = await listThreads(importer, id, 'all');
      const [first] = thread!.comments;
      expect(first).toMatchObject({ body: 'I resign', author: { displayName: reader.email, email: null } });
      await expect(editComment(importer, first!.id, 'No')).rejects.toMatchObject({ error: 'documentAccessDenied' });
      expect(thread!.comments[1]!.author.email).toBe(importer === owner ? owner.email : null);
    }
  });

  test('of two exports come back in one import, and long threads whole and in order', async () => {
    const zips: Record<string, Buffer> = {};
    const importer = await buildUser();
    for (const name of ['a.zip', 'b.zip']) {
      const { owner, document } = await planted();
      const [thread] = await listThreads(owner, document.id, 'all');
      const at = Date.parse(thread!.comments.at(-1)!.createdAt);
      const row = { threadId: thread!.id, authorId: owner.id, html: '', renderVersion: 0, createdAt: at + 1 };
      const { Comment } = await models();
      const ids = Array.from({ length: LONG }, () => newId()).sort();
      await inTransaction(() => Comment.bulkCreate(ids.map((id, nth) => ({ ...row, id, body: `${name} ${nth}` }))));
      zips[name] = Buffer.from(await new Response(await exportAccount(owner)).arrayBuffer());
    }
    expect((await importFiles(importer, zips)).notTaken).toEqual([]);
    const copies = [await copyOf(importer, [])];
    copies.push(await copyOf(importer, copies));
    const bodies = await Promise.all(
      copies.map(async (id) =>
        (await listThreads(importer, id, 'all')).flatMap(({ comments }) => comments.map(({ body }) => body)),
      ),
    );
    const expected = ['a.zip', 'b.zip'].map((name) => [
      ...['Which *ones*?', 'These.', 'Those.'],
      ...Array.from({ length: LONG }, (_, nth) => `${name} ${nth}`),
      'Done?',
    ]);
    expect(bodies.toSorted((one, other) => one[3]!.localeCompare(other[3]!))).toEqual(expected);
  });

  test('come along in the zip of an account; a manifest that is spoiled is named', async () => {
    const { owner } = await planted();
    const zip = Buffer.from(await new Response(await exportAccount(owner)).arrayBuffer());
    const known = (
      await listDocuments(owner, { keyword: '', page: 1, limit: 50, sort: 'createdAt', order: 'asc', scope: 'own' })
    ).items.map(({ id }) => id);
    expect((await importFiles(owner, { 'mine.zip': zip })).notTaken).toEqual([]);
    expect(await listThreads(owner, await copyOf(owner, known), 'all')).toHaveLength(2);
    const folder = newFolder();
    await exportFolder(owner, { folder });
    writeFileSync(join(folder, 'arbor.json'), '{"carried":');
    const { notTaken } = await importFolder(owner, { folder, parentId: null });
    expect(notTaken).toEqual([{ path: 'arbor.json', reason: 'damaged', detail: '' }]);
  });
});

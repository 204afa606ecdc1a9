import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { startThread } from '#app/services/comments/write-comment.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { createGroup } from '#app/services/groups/change-group.ts';
import { addMember } from '#app/services/groups/change-members.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { createToken } from '#app/services/tokens/create-token.ts';
import { exportAccount } from '#app/services/transfer/export/export-account.ts';
import { importFolder } from '#app/services/transfer/import/import-folder.ts';
import { select } from '#db/connection.ts';
import { DATA_DIR, describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser, PASSWORD } from '#tests/support/factories.ts';
import { treeOf } from '#tests/support/uploads.ts';
import { readZip } from '#tests/support/zip.ts';

const exported = async (actor: Actor) => readZip(await exportAccount(actor));

function unpack(files: Map<string, string>, top: string): string {
  const folder = mkdtempSync(join(DATA_DIR, 'export-'));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return join(folder, top);
}

const TEXTS = [
  '# A heading that is not the title\n',
  '',
  '---\ntitle: Own title\ntags: [x]\n---\n\nText',
  '---\n---\n',
  '  leading\n\ntrailing  \n\n\n',
  'Line\n---\nnot front matter',
  '\uFEFFmark',
  '![p](./p.png) [x](x%20y.md) 中文',
];

describeOnBoth('everything one owns', () => {
  test('export → import gives the same tree, texts, icons and order', async () => {
    const owner = await buildUser();
    const titles = ['index', 'README', '10 ten', '2  two', 'a/b:c', '…', 'Same', 'Same', '# 9', 'Own title'];
    const tops = [];
    for (const [n, title] of titles.entries()) {
      tops.push(await buildDocument({ owner, title, content: TEXTS[n % TEXTS.length]! }));
    }
    for (const [n, parent] of [tops[8]!, tops[0]!, tops[8]!, tops[8]!].entries()) {
      const { id } = await buildDocument({ owner, parent, title: `Inside ${9 - n}`, content: TEXTS[n]! });
      await updateDocument(owner, id, { icon: '🌱', autosave: false });
      if (n === 2) await buildDocument({ owner, parent: id, title: 'Deep', content: 'Deep text' });
    }
    const [reader, folder] = [await buildUser(), unpack(await exported(owner), 'documents')];
    const { report, notTaken } = await importFolder(reader, { folder, parentId: null });
    expect(notTaken.filter(({ reason }) => reason !== 'image')).toEqual([]);
    expect(report.tops).toHaveLength(10);
    expect(await treeOf(reader, null)).toEqual(await treeOf(owner, null));
  });

  test('links between documents lead from file to file, and between documents again after import', async () => {
    const owner = await buildUser();
    const target = await buildDocument({ owner, title: 'Beds (north) & 苗床' });
    const child = await buildDocument({ owner, parent: target, title: 'Carrots' });
    const stranger = `c${'0'.repeat(23)}`;
    const content = `[a](/doc/${target.id}#h-part) [b](/doc/${child.id} "T") [c](/doc/${stranger}) \`/doc/${target.id}\``;
    await createDocument(owner, { title: 'Links', content, parentId: target.id });
    const files = await exported(owner);
    const text = files.get('documents/1-Beds (north) & 苗床/2-Links.md')!;
    expect(text).toContain('[a](index.md#h-part) [b](1-Carrots.md "T")');
    expect(text).toContain(`[c](/doc/${stranger}) \`/doc/${target.id}\``);
    const reader = await buildUser();
    await importFolder(reader, { folder: unpack(files, 'documents'), parentId: null });
    const rows = await select<{ id: string; title: string; content: string }>(
      'SELECT id, title, content FROM documents JOIN document_texts ON document_id = id WHERE owner_id = $me',
      { me: reader.id },
    );
    const idOf = (title: string) => rows.find((row) => row.title === title)!.id;
    const again = content
      .replace(`(/doc/${target.id}#`, `(/doc/${idOf(target.title)}#`)
      .replace(child.id, idOf('Carrots'));
    expect(rows.find(({ title }) => title === 'Links')!.content).toBe(again);
  });

  test('a text of the full length is taken in again', async () => {
    const owner = await buildUser();
    const content = `Full${'\n'.repeat(1.5 * 1024 * 1024 - 4)}`;
    await buildDocument({ owner, content });
    const reader = await buildUser();
    const folder = unpack(await exported(owner), 'documents');
    const { report, notTaken } = await importFolder(reader, { folder, parentId: null });
    expect(notTaken).toEqual([]);
    expect(report.documents).toBe(1);
    expect(await treeOf(reader, null)).toEqual(await treeOf(owner, null));
  });

  test('holds archived documents apart, and nothing that others own', async () => {
    const [owner, other] = [await buildUser(), await buildUser()];
    const kept = await buildDocument({ owner, title: 'Kept' });
    const branch = await buildDocument({ owner, parent: kept, title: 'Old' });
    await buildDocument({ owner, parent: branch, title: 'Older' });
    await archiveDocument(owner, branch.id);
    const theirs = await buildDocument({ owner: other, title: 'Theirs', content: 'Not mine' });
    await buildShare({ owner: other, document: theirs, to: owner, permission: 'EDIT' });
    const files = await exported(owner);
    expect([...files.keys()].sort()).toEqual([
      'account.json',
      'arbor.json',
      'archived/1-Old/1-Older.md',
      'archived/1-Old/index.md',
      'documents/1-Kept.md',
    ]);
    expect(JSON.parse(files.get('account.json')!).shares.received).toMatchObject([
      { title: 'Theirs', owner: other.email, permission: 'EDIT' },
    ]);
  });

  test('tells what the account holds, and no secret', async () => {
    const owner = await buildUser({ password: PASSWORD });
    const token = await createToken(owner, { name: 'Backup', scope: 'write', expiresIn: 90 });
    const document = await buildDocument({ owner, title: 'Shared' });
    await buildShare({ owner, document, to: 'ben@example.com' });
    await startThread(owner, document.id, { body: 'Why?', quote: null, prefix: null, suffix: null });
    const group = await createGroup({ via: 'cli', actor: null }, 'Gardeners');
    await addMember({ via: 'cli', actor: null }, group, { userId: owner.id });
    await shareWithGroup(owner, document.id, { groupId: group, permission: 'EDIT' });
    const text = (await exported(owner)).get('account.json')!;
    expect(JSON.parse(text)).toMatchObject({
      profile: { email: owner.email, hasPassword: true },
      identities: [],
      tokens: [{ name: 'Backup', lastUsedAt: null }],
      shares: {
        given: [
          { title: 'Shared', email: 'ben@example.com', groupName: null, permission: 'READ' },
          { title: 'Shared', email: null, groupName: 'Gardeners', permission: 'EDIT' },
        ],
        received: [],
      },
      groups: [{ name: 'Gardeners', role: 'member' }],
      notifications: [],
      mails: { choices: { mention: 'now', change: 'daily' }, timeZone: 'UTC' },
      comments: [{ documentId: document.id, body: 'Why?' }],
    });
    expect(text).not.toContain(token);
    expect(text).not.toMatch(/hash|argon/i);
  });
});

import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument, deleteDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { duplicateDocument } from '#app/services/documents/duplicate-document.ts';
import { listRevisions, restoreRevision } from '#app/services/documents/history.ts';
import { listBacklinks } from '#app/services/documents/list-backlinks.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

const titles = async (actor: Actor, id: string) => (await listBacklinks(actor, id)).map(({ title }) => title);

describeOnBoth('what links to a document', () => {
  test('is kept with each save, however the link is written, by title', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner });
    expect(await titles(owner, id)).toEqual([]);
    const written = {
      Inline: `See [it](/doc/${id}).`,
      Hash: `[it](/doc/${id}#h-a) and again [it](/doc/${id}?x=1)`,
      Reference: `[it]\n\n[it]: </doc/${id}>`,
      Html: `<a href="/doc/${id}">it</a>`,
      Absolute: `<http://localhost:3000/doc/${id}>`,
      Edit: `[it](/doc/${id}/edit)`,
    };
    for (const [title, content] of Object.entries(written)) await buildDocument({ owner, title, content });
    const other = {
      Code: `\`[it](/doc/${id})\``,
      Elsewhere: `[it](https://example.com/doc/${id})`,
      Longer: `[it](/doc/${id}x)`,
      Words: `/doc/${id}`,
    };
    for (const [title, content] of Object.entries(other)) await buildDocument({ owner, title, content });
    expect(await titles(owner, id)).toEqual(['Absolute', 'Edit', 'Hash', 'Html', 'Inline', 'Reference']);
  });

  test('follows the text: changed, restored, renamed, duplicated, deleted', async () => {
    const owner = await buildUser();
    const [one, two] = [await buildDocument({ owner }), await buildDocument({ owner })];
    const from = await buildDocument({ owner, title: 'From', content: `[a](/doc/${one.id})` });
    await updateDocument(owner, from.id, { content: `[b](/doc/${two.id})`, autosave: false });
    expect([await titles(owner, one.id), await titles(owner, two.id)]).toEqual([[], ['From']]);
    const { items } = await listRevisions(owner, from.id, { page: 1, limit: 10 });
    await restoreRevision(owner, from.id, items.at(-1)!.id);
    await updateDocument(owner, from.id, { title: 'Renamed', autosave: false });
    expect([await titles(owner, one.id), await titles(owner, two.id)]).toEqual([['Renamed'], []]);
    await duplicateDocument(owner, from.id);
    expect(await titles(owner, one.id)).toHaveLength(2);
    await archiveDocument(owner, from.id);
    await deleteDocument(owner, from.id);
    expect(await titles(owner, one.id)).toHaveLength(1);
    const left = await select('SELECT to_id FROM links WHERE from_id = $id', { id: from.id });
    expect(left).toEqual([]);
  });

  test('leaves out oneself and what is archived', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner });
    await updateDocument(owner, id, { content: `[me](/doc/${id})`, autosave: false });
    const from = await buildDocument({ owner, title: 'From', content: `[a](/doc/${id})` });
    expect(await titles(owner, id)).toEqual(['From']);
    await archiveDocument(owner, from.id);
    expect(await titles(owner, id)).toEqual([]);
    await restoreDocument(owner, from.id);
    expect(await titles(owner, id)).toEqual(['From']);
  });

  test('names only what the reader may read', async () => {
    const { olga, rhea, document } = await buildCast();
    const content = `[a](/doc/${document.id})`;
    const open = await buildDocument({ owner: olga, title: 'Open', content });
    const inside = await buildDocument({ owner: olga, parent: open, title: 'Inside', content });
    const closed = await buildDocument({ owner: olga, parent: open, title: 'Closed', content });
    await buildDocument({ owner: olga, title: 'Secret', content });
    await buildDocument({ owner: rhea, title: 'Hers', content });
    await buildShare({ owner: olga, document: open, to: rhea });
    await buildShare({ owner: olga, document: closed, to: rhea, permission: 'NONE' });
    expect(inside.title).toBe('Inside');
    expect(await titles(rhea, document.id)).toEqual(['Hers', 'Inside', 'Open']);
    expect(await titles(olga, document.id)).toEqual(['Closed', 'Inside', 'Open', 'Secret']);
  });

  test('hundreds of links of one text are kept, and each once', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner });
    const others = Array.from({ length: 450 }, (_, index) => `c${String(index).padStart(23, '0')}`);
    const text = [id, id, ...others].map((target) => `[x](/doc/${target})`).join('\n');
    const from = await buildDocument({ owner, title: 'Index', content: text });
    const rows = await select('SELECT to_id FROM links WHERE from_id = $id', { id: from.id });
    expect(rows).toHaveLength(451);
    await updateDocument(owner, from.id, { content: `[x](/doc/${id})`, autosave: false });
    expect(await select('SELECT to_id FROM links WHERE from_id = $id', { id: from.id })).toHaveLength(1);
  });
});

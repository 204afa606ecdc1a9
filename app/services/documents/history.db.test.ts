import { expect, test } from 'vitest';
import { compareTexts } from '#app/services/documents/compare-texts.ts';
import { getRevision, listRevisions, restoreRevision } from '#app/services/documents/history.ts';
import { addRevision, packSaved, textAt } from '#app/services/documents/revisions.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { select } from '#db/connection.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const first = { page: 1, limit: 10 };

describeOnBoth('history', () => {
  test('keeps every text and icon with its author, the newest first', async () => {
    const owner = await buildUser();
    const editor = await buildUser();
    const { id } = await buildDocument({ owner, title: 'Plan', content: 'one' });
    await buildShare({ owner, document: { id }, to: editor, permission: 'EDIT' });
    await updateDocument(editor, id, { content: 'two', autosave: false });
    await updateDocument(editor, id, { icon: '🌱', autosave: false });
    const { items, total } = await listRevisions(owner, id, first);
    expect(total).toBe(3);
    expect(items.map(({ author, version }) => [author.email, version])).toEqual([
      [editor.email, 3],
      [editor.email, 2],
      [owner.email, 1],
    ]);
    const { revision, before } = await getRevision(owner, id, items[1]!.id);
    expect([revision.content, before]).toEqual([
      'two',
      { id: items[2]!.id, title: 'Plan', icon: null, content: 'one' },
    ]);
    expect((await getRevision(owner, id, items[0]!.id)).revision.icon).toBe('🌱');
  });

  test('a document of 100 KB edited a thousand times takes no more than 3 MB, and every text is still there', async () => {
    const owner = await buildUser();
    const paragraph = (index: number) =>
      `Paragraph ${index}: the north bed gets compost, 北侧苗床施堆肥。${Math.sin(index)}\n\n`;
    const parts = Array.from({ length: 1400 }, (_, index) => paragraph(index));
    const { id } = await buildDocument({ owner, content: parts.join('') });
    let before = parts.join('');
    const last = repeats(251, 1001);
    expect(Buffer.byteLength(before)).toBeGreaterThan(100_000);
    for (let version = 2; version <= last; version += 1) {
      parts[(version * 577) % parts.length] = `Edited ${version} 次，${Math.cos(version)}\n\n`;
      const content = parts.join('');
      const packed = await packSaved(owner.id, { version, content }, before);
      const saved = { documentId: id, version, title: 'Beds', icon: null };
      await addRevision(owner, saved, { packed });
      before = content;
    }
    const [row] = await select<{ bytes: number }>(
      'SELECT SUM(LENGTH(packed)) AS bytes FROM revisions WHERE document_id = $id',
      { id },
    );
    expect(Number(row!.bytes)).toBeLessThan((3_000_000 * last) / 1001 - 300 * last);
    expect((await textAt(id, last))?.content).toBe(before);
    expect((await textAt(id, 1))?.content).toContain('Paragraph 577:');
    expect((await textAt(id, 63))?.content).toContain('Edited 63 次');
    expect((await textAt(id, 63))?.content).not.toContain('Edited 64 次');
  });

  test('autosaves of one author within five minutes are one revision, and each is still there to merge with', async () => {
    const clock = stopClock();
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, content: 'start' });
    const autosave = async (content: string) => {
      clock.advance(30);
      await updateDocument(owner, id, { content, autosave: true });
    };
    for (let count = 1; count <= 8; count += 1) await autosave(`start ${count}`);
    expect((await listRevisions(owner, id, first)).items.map(({ version }) => version)).toEqual([9, 1]);
    for (let count = 9; count <= 14; count += 1) await autosave(`start ${count}`);
    const { items } = await listRevisions(owner, id, first);
    expect(items.map(({ version }) => version)).toEqual([15, 11, 1]);
    expect((await getRevision(owner, id, items[0]!.id)).before?.content).toBe('start 10');
    expect(await textAt(id, 5)).toMatchObject({ content: 'start 4' });
  });

  test('an autosave that takes away much never folds what was there before', async () => {
    const clock = stopClock();
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, content: '' });
    const autosave = async (content: string) => {
      clock.advance(10);
      await updateDocument(owner, id, { content, autosave: true });
    };
    const essay = Array.from({ length: 40 }, (_, index) => `Sentence ${index} of the essay. `);
    for (let end = 4; end <= essay.length; end += 4) await autosave(essay.slice(0, end).join(''));
    await autosave('');
    await autosave('Anew.');
    const { items } = await listRevisions(owner, id, first);
    const texts = await Promise.all(
      items.map(async ({ id: each }) => (await getRevision(owner, id, each)).revision.content),
    );
    expect(texts).toEqual(['Anew.', essay.join(''), '']);
  });

  test('what a run of autosaves takes away step by step is listed as it was before the first step', async () => {
    const clock = stopClock();
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, content: '' });
    const essay = 'word '.repeat(300);
    const autosave = async (content: string) => {
      clock.advance(5);
      await updateDocument(owner, id, { content, autosave: true });
    };
    await autosave('word');
    await autosave(essay);
    for (let length = essay.length - 50; length >= essay.length - 300; length -= 50)
      await autosave(essay.slice(0, length));
    const { items } = await listRevisions(owner, id, first);
    const texts = await Promise.all(
      items.map(async ({ id: each }) => (await getRevision(owner, id, each)).revision.content),
    );
    expect(texts).toContain(essay);
    expect(texts.length).toBeLessThan(5);
  });

  test('folded autosaves are listed where they are asked for', async () => {
    stopClock();
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, content: 'start' });
    for (let count = 1; count <= 4; count += 1)
      await updateDocument(owner, id, { content: `start ${count}`, autosave: true });
    expect((await listRevisions(owner, id, first)).total).toBe(2);
    const { items, total } = await listRevisions(owner, id, { ...first, folded: true });
    expect([total, items.map(({ isFolded }) => isFolded)]).toEqual([5, [false, true, true, true, false]]);
  });

  test('a save somebody asked for folds nothing, nor does another author', async () => {
    stopClock();
    const owner = await buildUser();
    const editor = await buildUser();
    const { id } = await buildDocument({ owner, content: 'start' });
    await buildShare({ owner, document: { id }, to: editor, permission: 'EDIT' });
    await updateDocument(owner, id, { content: 'a', autosave: true });
    await updateDocument(editor, id, { content: 'b', autosave: true });
    await updateDocument(editor, id, { content: 'c', autosave: false });
    await updateDocument(editor, id, { content: 'd', autosave: true });
    expect((await listRevisions(owner, id, first)).total).toBe(5);
  });

  test('a reader looks and does not restore; restoring is one more save', async () => {
    const owner = await buildUser();
    const reader = await buildUser();
    const { id } = await buildDocument({ owner, content: 'one' });
    await buildShare({ owner, document: { id }, to: reader });
    await updateDocument(owner, id, { content: 'two', autosave: false });
    const { items } = await listRevisions(reader, id, first);
    expect(await outcomeOf(restoreRevision(reader, id, items[1]!.id))).toBe('documentAccessDenied');
    expect(await restoreRevision(owner, id, items[1]!.id)).toMatchObject({ content: 'one', version: 3 });
    expect((await listRevisions(owner, id, first)).total).toBe(3);
  });

  test('a revision of another document is not found, nor is a document one may not see', async () => {
    const owner = await buildUser();
    const mine = await buildDocument({ owner });
    const other = await buildDocument({ owner });
    const { items } = await listRevisions(owner, other.id, first);
    expect(await outcomeOf(getRevision(owner, mine.id, items[0]!.id))).toBe('documentNotFound');
    expect(await outcomeOf(listRevisions(await buildUser(), mine.id, first))).toBe('documentNotFound');
  });
});

test('a difference is by word, by character in Chinese, and gives both texts back', () => {
  const [before, after] = ['The north bed.\n\n移到北侧苗床。\n', 'The south bed.\n\n移到南侧苗床。\nMore.\n'];
  const changes = compareTexts(before, after)!;
  const without = (kind: string) =>
    changes
      .filter((change) => change.kind !== kind)
      .map(({ text }) => text)
      .join('');
  expect([without('added'), without('removed')]).toEqual([before, after]);
  expect(changes.filter(({ kind }) => kind === 'removed').map(({ text }) => text)).toEqual(['north', '北']);
});

test('S1: a text of a hundred thousand equal lines is compared line by line', () => {
  const before = 'same\n\n'.repeat(50_000);
  const after = `other\n${before}other\n`;
  expect(compareTexts(before, after)!.map(({ kind }) => kind)).toEqual(['added', 'same', 'added']);
});

test('S1: two long texts without a common line are too different to compare', () => {
  const linesOf = (name: string) => Array.from({ length: 20_000 }, (_, at) => `${name} ${at}\n`).join('');
  expect(compareTexts(linesOf('old'), linesOf('new'))).toBeNull();
});

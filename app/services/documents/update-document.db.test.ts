import { expect, test } from 'vitest';
import { AppError } from '#app/errors.ts';
import type { DocumentChanges } from '#app/schemas/documents.ts';
import type { Actor } from '#app/services/actor.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import type { Conflict } from '#app/services/documents/merge-save.ts';
import { textAt } from '#app/services/documents/revisions.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const update = (actor: Actor, id: string, changes: Partial<DocumentChanges>) =>
  updateDocument(actor, id, { autosave: false, ...changes });
const hits = async (actor: Actor, keyword: string) =>
  (await searchDocuments(actor, { keyword, page: 1, limit: 10 })).total;

const BASE = 'first\n\nsecond\n\nthird\n';

describeOnBoth('saving a document', () => {
  test('counts a version for title, content and icon, and none for a save that changes nothing', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, title: 'One', content: 'text' });
    const version = async (changes: Partial<DocumentChanges>) => (await update(owner, id, changes)).version;
    expect(await version({ title: 'Two' })).toBe(2);
    expect(await version({ content: 'other' })).toBe(3);
    expect(await version({ icon: '🌳' })).toBe(4);
    expect(await version({ title: 'Two', content: 'other', icon: '🌳' })).toBe(4);
    expect(await version({ isStarred: true })).toBe(4);
    expect(await version({ icon: null })).toBe(5);
  });

  test('a new title or a new text is found at once, the old one no more', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, title: 'quercus', content: 'fagus' });
    await update(owner, id, { title: 'robur' });
    expect([await hits(owner, 'quercus'), await hits(owner, 'robur'), await hits(owner, 'fagus')]).toEqual([0, 1, 1]);
    await update(owner, id, { content: 'sylvatica' });
    expect([await hits(owner, 'robur'), await hits(owner, 'fagus'), await hits(owner, 'sylvatica')]).toEqual([1, 0, 1]);
  });

  test('every text it ever had stays findable by its version', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, title: 'T', content: 'v1' });
    await update(owner, id, { content: 'v2' });
    await update(owner, id, { icon: '🌱' });
    await update(owner, id, { title: 'T2', content: 'v4' });
    const texts = await Promise.all([0, 1, 2, 3, 4].map((version) => textAt(id, version)));
    expect(texts.map((text) => text?.content)).toEqual([undefined, 'v1', 'v2', 'v2', 'v4']);
  });

  test('two changes that do not touch are merged', async () => {
    const { olga, edith, document } = await buildCast();
    const { version: baseVersion } = await update(olga, document.id, { content: BASE });
    await update(olga, document.id, { content: BASE.replace('first', 'FIRST'), baseVersion });
    const merged = await update(edith, document.id, { content: BASE.replace('third', 'THIRD'), baseVersion });
    expect(merged).toMatchObject({ merged: true, content: 'FIRST\n\nsecond\n\nTHIRD\n', version: baseVersion + 2 });
    const retitled = await update(edith, document.id, { title: 'New name', content: BASE, baseVersion });
    expect(retitled).toMatchObject({ merged: true, title: 'New name', content: 'FIRST\n\nsecond\n\nTHIRD\n' });
  });

  test('changes of neighbouring paragraphs do not touch', async () => {
    const { olga, edith, document } = await buildCast();
    const { version: baseVersion } = await update(olga, document.id, { content: 'one\n\ntwo' });
    await update(olga, document.id, { content: 'one\n\nTWO', baseVersion });
    const merged = await update(edith, document.id, { content: 'ONE\n\ntwo', baseVersion });
    expect(merged).toMatchObject({ merged: true, content: 'ONE\n\nTWO' });
  });

  test('two changes of one paragraph conflict: both texts come back and nothing is stored', async () => {
    const { olga, edith, document } = await buildCast();
    const { version: baseVersion } = await update(olga, document.id, { content: BASE });
    const theirs = await update(olga, document.id, { content: BASE.replace('second', 'SECOND'), baseVersion });
    const yours = BASE.replace('second', 'zweitens');
    const error = await update(edith, document.id, { content: yours, baseVersion }).catch((caught) => caught);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ error: 'conflict', code: 409 });
    const expected: Conflict = {
      current: {
        version: theirs.version,
        title: 'Orchard',
        content: theirs.content,
        updatedAt: theirs.updatedAt,
        updatedBy: olga.email,
      },
      yours: { title: 'Orchard', content: yours },
    };
    expect(error.data).toEqual(expected);
    expect(await getDocument(olga, document.id)).toMatchObject({ content: theirs.content, version: theirs.version });
  });

  test('title and icon are merged like the text: a stale save takes back neither', async () => {
    const { olga, edith, document } = await buildCast();
    const { version: baseVersion } = await update(olga, document.id, { icon: '🌱', content: BASE });
    await update(olga, document.id, { icon: '🌳', title: 'Old orchard' });
    const asRead = { title: 'Orchard', icon: '🌱', content: BASE.replace('third', 'THIRD') };
    const saved = await update(edith, document.id, { ...asRead, baseVersion });
    expect(saved).toMatchObject({ merged: true, title: 'Old orchard', icon: '🌳', content: asRead.content });
    const changed = await update(edith, document.id, { icon: '🌼', baseVersion });
    expect(changed).toMatchObject({ title: 'Old orchard', icon: '🌼' });
  });

  test('two people at opposite ends of one paragraph are merged; of the same word there is a conflict', async () => {
    const { olga, edith, document } = await buildCast();
    const text = 'The north bed gets compost in autumn.';
    const { version: baseVersion } = await update(olga, document.id, { content: text });
    await update(olga, document.id, { content: text.replace('north', 'south'), baseVersion });
    const merged = await update(edith, document.id, { content: text.replace('autumn', 'spring'), baseVersion });
    expect(merged.content).toBe('The south bed gets compost in spring.');
    expect(await outcomeOf(update(edith, document.id, { content: text.replace('north', 'east'), baseVersion }))).toBe(
      'conflict',
    );
  });

  test('a base that never was conflicts; without a base the save overwrites', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, content: 'one' });
    expect(await outcomeOf(update(owner, id, { content: 'two', baseVersion: 99 }))).toBe('conflict');
    await update(owner, id, { content: 'two' });
    expect(await update(owner, id, { content: 'three' })).toMatchObject({ content: 'three', version: 3 });
  });

  test('ten saves at once all count, each with a revision of its own', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner });
    await Promise.all(Array.from({ length: 10 }, (_, n) => update(owner, id, { content: `save ${n}` })));
    expect((await getDocument(owner, id)).version).toBe(11);
    const rows = await select('SELECT version FROM revisions WHERE document_id = $id', { id });
    expect(rows).toHaveLength(11);
  });

  test('of ten saves of the same paragraph from the same base one wins, the others conflict', async () => {
    const owner = await buildUser();
    const { id, version: baseVersion } = await buildDocument({ owner, content: 'start' });
    const saves = Array.from({ length: 10 }, (_, n) =>
      outcomeOf(update(owner, id, { content: `save ${n}`, baseVersion })),
    );
    const outcomes = await Promise.all(saves);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(9);
  });

  test('is all or nothing: a move that fails takes title and star back with it', async () => {
    const owner = await buildUser();
    const { id } = await buildDocument({ owner, title: 'Before' });
    const attempt = update(owner, id, { title: 'After', isStarred: true, parentId: id });
    expect(await outcomeOf(attempt)).toBe('documentCircularReference');
    expect(await getDocument(owner, id)).toMatchObject({ title: 'Before', isStarred: false, version: 1 });
    expect([await hits(owner, 'before'), await hits(owner, 'after')]).toEqual([1, 0]);
  });

  test('D1: a star alone needs READ and is each user’s own; a star with anything else is all or nothing', async () => {
    const { olga, rhea, nora, document } = await buildCast();
    expect((await update(rhea, document.id, { isStarred: true })).isStarred).toBe(true);
    expect((await getDocument(olga, document.id)).isStarred).toBe(false);
    expect(await outcomeOf(update(nora, document.id, { isStarred: true }))).toBe('documentNotFound');
    expect(await outcomeOf(update(rhea, document.id, { isStarred: false, title: 'x' }))).toBe('documentAccessDenied');
    expect((await getDocument(rhea, document.id)).isStarred).toBe(true);
  });
});

import { expect, test } from 'vitest';
import { documentQuery } from '#app/schemas/documents.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import { archiveDocument, deleteDocument, restoreDocument } from '#app/services/documents/archive-document.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { getOpenBranches } from '#app/services/documents/open-branches.ts';
import { execute, select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { plantChain, plantSiblings } from '#tests/support/planted.ts';

// Two seconds on an idle machine; parallel tests may slow it, but growth must not be quadratic.
const LIMIT_MS = 20_000;

/** Runs the work and returns its duration for the error message. */
async function quickly<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS);
  return result;
}

describeOnBoth('J2: a chain of 1,000 documents', () => {
  test('is read, moved, archived, restored and deleted in bounded time', async () => {
    const owner = await buildUser();
    const chain = await plantChain(owner, 1000);
    const [top, bottom] = [chain[0]!, chain.at(-1)!];
    const access = await quickly(() => getAccess(owner, bottom));
    expect(access.path).toHaveLength(999);
    const open = { path: [...access.path, { id: bottom, title: '', icon: null }], isOwner: true, opened: [] };
    expect((await quickly(() => getOpenBranches(owner, open))).own).toHaveLength(1000);
    await quickly(() => moveDocument(owner, { id: top, targetId: null, dropPosition: 0 }));
    await quickly(() => archiveDocument(owner, top));
    expect((await getAccess(owner, bottom)).isArchived).toBe(true);
    await quickly(() => restoreDocument(owner, top));
    expect((await getAccess(owner, bottom)).isArchived).toBe(false);
    expect((await listDocuments(owner, documentQuery.parse({}))).total).toBe(1000);
    await archiveDocument(owner, top);
    await quickly(() => deleteDocument(owner, top));
    const [row] = await select<{ n: number }>('SELECT COUNT(*) AS n FROM documents WHERE owner_id = $me', {
      me: owner.id,
    });
    expect(Number(row?.n)).toBe(0);
  });

  test('is as deep as a tree gets: no child is added, and no branch is moved to where it would reach deeper', async () => {
    const owner = await buildUser();
    const chain = await plantChain(owner, 1000);
    const input = { title: 'Too deep', content: '', parentId: chain.at(-1)! };
    expect(await outcomeOf(createDocument(owner, input))).toBe('validationFailed');
    const branch = await buildDocument({ owner });
    await buildDocument({ owner, parent: branch });
    const into = (targetId: string) => outcomeOf(moveDocument(owner, { id: branch.id, targetId, dropPosition: 0 }));
    expect(await into(chain[999]!)).toBe('validationFailed');
    expect(await into(chain[998]!)).toBe('validationFailed');
    expect(await into(chain[997]!)).toBe('ok');
  });
});

const WIDE = repeats(3000, 10_000);

describeOnBoth('J2: thousands of siblings', () => {
  test('are listed, moved among and spread out again in bounded time', async () => {
    const owner = await buildUser();
    const parent = await buildDocument({ owner });
    const siblings = await plantSiblings(owner, parent.id, WIDE);
    expect(await quickly(() => listChildren(owner, parent.id))).toHaveLength(WIDE);
    const [first, second, last] = [siblings[0]!, siblings[1]!, siblings.at(-1)!];
    await quickly(() => moveDocument(owner, { id: last, targetId: first, dropPosition: 1 }));
    // Simulates many moves into one gap: no position is left between the two.
    await execute('UPDATE documents SET position = 1024.0000000001 WHERE id = $second', { second });
    await execute('UPDATE documents SET position = 1025 WHERE id = $last', { last });
    await quickly(() => moveDocument(owner, { id: last, targetId: second, dropPosition: -1 }));
    const order = (await listChildren(owner, parent.id)).slice(0, 4).map(({ id }) => id);
    expect(order).toEqual([first, last, second, siblings[2]]);
    await quickly(() => archiveDocument(owner, parent.id));
    await quickly(() => deleteDocument(owner, parent.id));
  });
});

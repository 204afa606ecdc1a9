import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { getOpenBranches, type OpenBranches, SIBLINGS_PAGE } from '#app/services/documents/open-branches.ts';
import { select } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast, buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { plantSiblings } from '#tests/support/planted.ts';

const crumb = (id: string) => ({ id, title: '', icon: null });

async function positionsOf({ id: me }: Actor): Promise<Map<string, string>> {
  const rows = await select<{ id: string; parentId: string | null; position: number }>(
    'SELECT id, parent_id AS "parentId", position FROM documents WHERE owner_id = $me',
    { me },
  );
  return new Map(rows.map(({ id, parentId, position }) => [id, `${parentId} ${position}`]));
}

const WIDE = repeats(2000, 5000);

describeOnBoth('thousands of siblings', () => {
  test('a move among them changes one row, and never more than a few dozen, always in order', async () => {
    const owner = await buildUser();
    const parent = await buildDocument({ owner });
    const ids = await plantSiblings(owner, parent.id, WIDE);
    const order = [...ids];
    const changes: number[] = [];
    let before = await positionsOf(owner);
    for (let round = 0; round < 60; round++) {
      // Always moves into the same gap, which halves it each time.
      const [id, targetId] = [ids[0.8 * WIDE + round]!, ids[WIDE / 2]!];
      await moveDocument(owner, { id, targetId, dropPosition: 1 });
      order.splice(order.indexOf(id), 1);
      order.splice(order.indexOf(targetId) + 1, 0, id);
      const after = await positionsOf(owner);
      changes.push([...after].filter(([each, place]) => before.get(each) !== place).length);
      before = after;
    }
    expect(changes.filter((changed) => changed === 1).length).toBeGreaterThanOrEqual(55);
    expect(Math.max(...changes)).toBeLessThanOrEqual(40);
    const rows = await select<{ id: string }>('SELECT id FROM documents WHERE parent_id = $id ORDER BY position, id', {
      id: parent.id,
    });
    expect(rows.map(({ id }) => id)).toEqual(order);
  });
});

describeOnBoth('a level of many siblings in the tree', () => {
  const MANY = 2 * SIBLINGS_PAGE + 50;
  const own = ({ own: rows }: OpenBranches) => rows.filter(({ level }) => level === 2);

  test('shows the page that the document on the page stands on, with the way to those before and after', async () => {
    const owner = await buildUser();
    const parent = await buildDocument({ owner });
    const ids = await plantSiblings(owner, parent.id, MANY);
    const open = (id: string, turned?: { parentId: string | null; page: number }) =>
      getOpenBranches(owner, {
        path: [crumb(parent.id), crumb(id)],
        isOwner: true,
        opened: [],
        ...(turned ? { turned } : {}),
      });
    const first = own(await open(ids[0]!));
    expect(first.map(({ id }) => id)).toEqual(ids.slice(0, SIBLINGS_PAGE));
    expect([first[0]!.earlier, first.at(-1)!.more]).toEqual([undefined, { parentId: parent.id, page: 1 }]);
    const second = own(await open(ids[SIBLINGS_PAGE + 7]!));
    expect(second.map(({ id }) => id)).toEqual(ids.slice(SIBLINGS_PAGE, 2 * SIBLINGS_PAGE));
    expect([second[0]!.earlier, second.at(-1)!.more]).toEqual([
      { parentId: parent.id, page: 0 },
      { parentId: parent.id, page: 2 },
    ]);
    const last = own(await open(ids[0]!, second.at(-1)!.more));
    expect(last.map(({ id }) => id)).toEqual(ids.slice(2 * SIBLINGS_PAGE));
    expect([last[0]!.earlier?.page, last.at(-1)!.more]).toEqual([1, undefined]);
    expect(own(await open(ids[0]!, { parentId: parent.id, page: 99 }))).toEqual([]);
  });

  test('turns the roots as well, and stays whole where it is short', async () => {
    const owner = await buildUser();
    for (let n = 0; n < 3; n++) await buildDocument({ owner, title: `${n}` });
    const rows = async (page: number) =>
      (await getOpenBranches(owner, { path: [], isOwner: true, opened: [], turned: { parentId: null, page } })).own;
    expect(await rows(0)).toHaveLength(3);
    expect(await rows(5)).toHaveLength(3);
  });

  test('counts and shows to a reader only what they may see', async () => {
    const { olga, rhea, document } = await buildCast();
    const ids = await plantSiblings(olga, document.id, SIBLINGS_PAGE + 1);
    const rows = async () => {
      const open = { path: [crumb(document.id)], isOwner: false, opened: [] };
      return (await getOpenBranches(rhea, open)).shared.filter(({ level }) => level === 2);
    };
    expect((await rows()).at(-1)!.more).toEqual({ parentId: document.id, page: 1 });
    await buildShare({ owner: olga, document: { id: ids[3]! }, to: rhea, permission: 'NONE' });
    const left = await rows();
    expect(left.map(({ id }) => id)).toEqual(ids.filter((_, index) => index !== 3));
    expect(left.at(-1)!.more).toBeUndefined();
  });

  test('closes a branch on the way to the current document', async () => {
    const owner = await buildUser();
    const parent = await buildDocument({ owner });
    const child = await buildDocument({ owner, parent });
    const open = { path: [crumb(parent.id), crumb(child.id)], isOwner: true, opened: [parent.id] };
    const ids = async (closed: string[]) => (await getOpenBranches(owner, { ...open, closed })).own.map(({ id }) => id);
    expect(await ids([])).toEqual([parent.id, child.id]);
    expect(await ids([parent.id])).toEqual([parent.id]);
  });
});

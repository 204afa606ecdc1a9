import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentQuery } from '#app/schemas/documents.ts';
import { getAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { listDocuments } from '#app/services/documents/list-documents.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { removeShare } from '#app/services/shares/change-share.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { ModelTree } from '#tests/support/model-tree.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const place = fc.nat({ max: 30 });
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const), parent: fc.option(place, { freq: 5 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('share' as const),
      document: place,
      permission: fc.constantFrom('EDIT' as const, 'READ' as const, 'NONE' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unshare' as const), document: place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      document: place,
      target: fc.option(place, { freq: 6 }),
      drop: fc.constantFrom(-1 as const, 0 as const, 1 as const),
    }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Applies a step to the database and the model. Both must refuse the same steps. */
async function perform(step: Act, tree: ModelTree, owner: Actor, friend: Actor): Promise<void> {
  const pick = (index: number) => tree.ids[index % tree.ids.length]!;
  if (step.kind === 'create' || tree.ids.length === 0) {
    const wanted = step.kind === 'create' && step.parent !== null && tree.ids.length > 0 ? pick(step.parent) : null;
    const { id } = await buildDocument({ owner, parent: wanted, title: 'Leafword' });
    return tree.add(id, wanted);
  }
  const id = pick(step.document);
  const known = (await listShares(owner, id))[0];
  if (step.kind === 'move') {
    const targetId = step.target === null ? null : pick(step.target);
    const isCircular = tree.isCircular(id, targetId, step.drop);
    const outcome = await outcomeOf(moveDocument(owner, { id, targetId, dropPosition: step.drop }));
    expect(outcome).toBe(isCircular ? 'documentCircularReference' : 'ok');
    if (!isCircular) tree.move(id, targetId, step.drop);
    return;
  }
  if (known) await removeShare(owner, id, { shareId: known.id });
  tree.shares.delete(id);
  if (step.kind === 'unshare') return;
  await buildShare({ owner, document: { id }, to: friend, permission: step.permission });
  tree.shares.set(id, step.permission);
}

/** Compares all tree views of one actor with the model. */
async function compare(tree: ModelTree, actor: Actor, isOwner: boolean): Promise<void> {
  const permissionOf = (id: string) => (isOwner ? 'EDIT' : tree.permission(id));
  const visible = tree.ids.filter((id) => permissionOf(id) !== null);
  const visibleChildren = (id: string) => tree.childrenOf(id).filter((child) => permissionOf(child) !== null);
  for (const id of tree.ids) {
    const permission = permissionOf(id);
    const access = getAccess(actor, id);
    if (permission === null) {
      expect(await outcomeOf(access)).toBe('documentNotFound');
      expect(await outcomeOf(listChildren(actor, id))).toBe('documentNotFound');
      continue;
    }
    const parent = tree.parents.get(id) ?? null;
    const parentId = parent && permissionOf(parent) ? parent : null;
    expect(await access).toMatchObject({ permission, isOwner, parentId });
    const children = await listChildren(actor, id);
    expect(children.map((child) => [child.id, child.permission, child.isLeaf])).toEqual(
      visibleChildren(id).map((child) => [child, permissionOf(child), visibleChildren(child).length === 0]),
    );
  }
  const scope = isOwner ? 'own' : 'shared';
  const listed = await listDocuments(actor, documentQuery.parse({ scope, limit: 100 }));
  const found = await searchDocuments(actor, { keyword: 'leafword', page: 1, limit: 100 });
  for (const { items, total } of [listed, found]) {
    expect(total).toBe(visible.length);
    expect(items.map(({ id, permission }) => [id, permission]).sort()).toEqual(
      visible.map((id) => [id, permissionOf(id)]).sort(),
    );
  }
}

describeOnBoth('D3: what is inherited', () => {
  test('is the nearest entry above, whatever was created, shared and moved before', async () => {
    const property = fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 24 }), async (steps) => {
      const [owner, friend] = await Promise.all([buildUser(), buildUser()]);
      const tree = new ModelTree();
      for (const step of steps) await perform(step, tree, owner, friend);
      await compare(tree, friend, false);
      await compare(tree, owner, true);
    });
    await fc.assert(property, { numRuns: repeats(6, 25) });
  });

  test('changes at once for a branch of depth 50 that moves in and out of a shared one', async () => {
    const [owner, friend] = [await buildUser(), await buildUser()];
    const shared = await buildDocument({ owner });
    await buildShare({ owner, document: shared, to: friend, permission: 'READ' });
    const top = await buildDocument({ owner });
    let bottom = top;
    for (let depth = 0; depth < 50; depth++) bottom = await buildDocument({ owner, parent: bottom });
    const seen = () => outcomeOf(getAccess(friend, bottom.id));
    expect(await seen()).toBe('documentNotFound');
    await moveDocument(owner, { id: top.id, targetId: shared.id, dropPosition: 0 });
    expect(await getAccess(friend, bottom.id)).toMatchObject({ permission: 'READ', depth: 51 });
    await moveDocument(owner, { id: top.id, targetId: null, dropPosition: 0 });
    expect(await seen()).toBe('documentNotFound');
  });
});

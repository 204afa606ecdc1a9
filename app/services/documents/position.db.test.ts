import { expect, test } from 'vitest';
import { listChildren } from '#app/services/documents/list-children.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { ModelTree } from '#tests/support/model-tree.ts';
import { expectSoundTree } from '#tests/support/tree-checker.ts';

describeOnBoth('positions', () => {
  test('stay strictly rising when the same gap is halved again and again', async () => {
    const owner = await buildUser();
    const tree = new ModelTree();
    const parent = await buildDocument({ owner });
    for (let n = 0; n < 4; n++) tree.add((await buildDocument({ owner, parent })).id, parent.id);
    const [first, second, third] = tree.ids as [string, string, string];
    for (let round = 0; round < repeats(80, 150); round++) {
      const [id, targetId] = round % 2 === 0 ? [second, third] : [third, second];
      await moveDocument(owner, { id, targetId, dropPosition: -1 });
      tree.move(id, targetId, -1);
      if (round % 10 === 9) {
        await moveDocument(owner, { id: first, targetId: id, dropPosition: 1 });
        tree.move(first, id, 1);
      }
    }
    const children = await listChildren(owner, parent.id);
    expect(children.map(({ id }) => id)).toEqual(tree.childrenOf(parent.id));
    const positions = children.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
    await expectSoundTree(owner);
  });
});

import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';
import { repeats } from '#tests/support/length.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';
import { expectSoundTree } from '#tests/support/tree-checker.ts';

const ROUNDS = repeats(20, 100);
const into = (actor: Actor, id: string, targetId: string | null) =>
  moveDocument(actor, { id, targetId, dropPosition: 0 });

describeOnBoth('J1: moves at the same time', () => {
  test('A into B and B into A, many times: one wins', async () => {
    const owner = await buildUser();
    const [a, b] = [await buildDocument({ owner }), await buildDocument({ owner })];
    for (let round = 0; round < ROUNDS; round++) {
      const outcomes = await tally([into(owner, a.id, b.id), into(owner, b.id, a.id)]);
      expect(outcomes).toEqual({ ok: 1, documentCircularReference: 1 });
      await expectSoundTree(owner);
      await into(owner, a.id, null);
      await into(owner, b.id, null);
    }
  });

  test('a ring of three, by move and by PATCH, many times: never a cycle', async () => {
    const owner = await buildUser();
    const [a, b, c] = [await buildDocument({ owner }), await buildDocument({ owner }), await buildDocument({ owner })];
    for (let round = 0; round < ROUNDS / 2; round++) {
      const outcomes = await tally([
        into(owner, a.id, b.id),
        updateDocument(owner, b.id, { parentId: c.id, autosave: false }),
        into(owner, c.id, a.id),
      ]);
      expect(outcomes.documentCircularReference).toBeGreaterThanOrEqual(1);
      await expectSoundTree(owner);
      for (const { id } of [a, b, c]) await into(owner, id, null);
    }
  });

  test('ten documents to the same place: each gets one of its own', async () => {
    const owner = await buildUser();
    const target = await buildDocument({ owner });
    const many = await Promise.all(Array.from({ length: 10 }, () => buildDocument({ owner })));
    await Promise.all(many.map(({ id }) => moveDocument(owner, { id, targetId: target.id, dropPosition: 1 })));
    await expectSoundTree(owner);
    await Promise.all(many.map(({ id }) => into(owner, id, target.id)));
    await Promise.all(Array.from({ length: 10 }, () => buildDocument({ owner, parent: target })));
    await expectSoundTree(owner);
  });

  test('into a branch that is being archived: nothing live ends up below it', async () => {
    const owner = await buildUser();
    for (let round = 0; round < repeats(6, 20); round++) {
      const [branch, leaf] = [await buildDocument({ owner }), await buildDocument({ owner })];
      const child = { title: 'Child', content: '', parentId: branch.id };
      const outcomes = await Promise.all(
        [into(owner, leaf.id, branch.id), archiveDocument(owner, branch.id), createDocument(owner, child)].map(
          outcomeOf,
        ),
      );
      expect(outcomes[1]).toBe('ok');
      for (const outcome of outcomes) expect(['ok', 'documentAccessDenied']).toContain(outcome);
      await expectSoundTree(owner);
    }
  });
});

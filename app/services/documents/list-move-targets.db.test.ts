import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { archiveDocument } from '#app/services/documents/archive-document.ts';
import { listMoveTargets } from '#app/services/documents/list-move-targets.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { plantSiblings } from '#tests/support/planted.ts';

const titles = async (actor: Actor, id: string) =>
  (await listMoveTargets(actor, id)).map(({ title, level }) => `${'-'.repeat(level)}${title}`);

describeOnBoth('where a document may go', () => {
  test('everywhere in its tree but below itself and into the archive', async () => {
    const owner = await buildUser();
    const [first, second] = [
      await buildDocument({ owner, title: 'first' }),
      await buildDocument({ owner, title: 'second' }),
    ];
    const inside = await buildDocument({ owner, parent: first, title: 'inside' });
    await buildDocument({ owner, parent: inside, title: 'deep' });
    const gone = await buildDocument({ owner, title: 'gone' });
    await archiveDocument(owner, gone.id);
    expect(await titles(owner, second.id)).toEqual(['-first', '--inside', '---deep']);
    expect(await titles(owner, inside.id)).toEqual(['-first', '-second']);
  });

  test('to a sharee only where they may edit, the topmost of it on top', async () => {
    const [owner, friend] = [await buildUser(), await buildUser()];
    const hidden = await buildDocument({ owner, title: 'hidden' });
    const open = await buildDocument({ owner, parent: hidden, title: 'open' });
    const moving = await buildDocument({ owner, parent: open, title: 'moving' });
    await buildDocument({ owner, parent: open, title: 'beside' });
    const closed = await buildDocument({ owner, parent: open, title: 'closed' });
    await buildShare({ owner, document: open, to: friend, permission: 'EDIT' });
    await buildShare({ owner, document: closed, to: friend, permission: 'READ' });
    await buildDocument({ owner: friend, title: 'own' });
    expect(await titles(friend, moving.id)).toEqual(['-open', '--beside']);
  });

  test('of very many, the upper levels', async () => {
    const owner = await buildUser();
    const top = await buildDocument({ owner, title: 'top' });
    const wide = await buildDocument({ owner, title: 'wide' });
    await plantSiblings(owner, wide.id, 600);
    const targets = await listMoveTargets(owner, top.id);
    expect(targets).toHaveLength(500);
    expect(targets[0]).toEqual({ id: wide.id, title: 'wide', level: 1 });
  });
});

import { expect, test } from 'vitest';
import { getCard } from '#app/services/documents/get-card.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';

describeOnBoth('the card of a document', () => {
  test('has its title, icon and the beginning of its text as plain words', async () => {
    const owner = await buildUser();
    const content = `**Pears** ${'and plums '.repeat(100)}`;
    const { id } = await buildDocument({ owner, title: 'Orchard', content });
    const card = await getCard(owner, id);
    expect(card).toMatchObject({ title: 'Orchard', icon: null, updatedAt: expect.stringMatching(/^20.*Z$/) });
    expect(card.excerpt).toMatch(/^Pears and plums/);
    expect(card.excerpt.length).toBeLessThanOrEqual(240);
  });

  test('says to whoever wrote it in another’s tree that it is theirs to copy, and to nobody else', async () => {
    const [owner, writer, friend] = [await buildUser(), await buildUser(), await buildUser()];
    const top = await buildDocument({ owner });
    for (const to of [writer, friend]) await buildShare({ owner, document: top, to, permission: 'EDIT' });
    const plan = await buildDocument({ owner: writer, parent: top });
    const own = await buildDocument({ owner: writer });
    const said = async (actor: typeof owner, { id }: { id: string }) => (await getCard(actor, id)).isOwnWork;
    expect([await said(writer, plan), await said(owner, plan), await said(friend, plan)]).toEqual([true, false, false]);
    expect([await said(writer, top), await said(writer, own)]).toEqual([false, false]);
    expect(Object.keys(await getCard(writer, plan.id)).sort()).toEqual([
      'excerpt',
      'icon',
      'isOwnWork',
      'title',
      'updatedAt',
    ]);
  });
});

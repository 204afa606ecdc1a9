import { expect, test } from 'vitest';
import { getCard } from '#app/services/documents/get-card.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

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
});

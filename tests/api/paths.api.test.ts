import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, share } from '#tests/support/people.ts';

describeServers('the path of a document', (server) => {
  test('stands in lists and on request in the API, as far as the reader sees it', async () => {
    const [ada, ben] = [await newPerson(server(), 'ada'), await newPerson(server(), 'ben')];
    const year = await makeDocument(ada, { title: 'Year' });
    const spring = await makeDocument(ada, { title: 'Spring', parentId: year.id });
    const plan = await makeDocument(ada, { title: 'Team plan', parentId: spring.id });
    await share(ada, spring.id, ben.email, 'READ');
    const pathOf = async (who: typeof ada) => {
      const { body } = await who.api.get('/api/documents?keyword=team&path=true');
      return body.data.items.map(({ path }: { path: { title: string }[] }) => path.map(({ title }) => title));
    };
    expect([await pathOf(ada), await pathOf(ben)]).toEqual([[['Year', 'Spring']], [['Spring']]]);
    expect((await ada.api.get('/api/documents?keyword=team')).body.data.items[0]).not.toHaveProperty('path');
    for (const who of [ada, ben]) {
      await who.page.get(`/doc/${plan.id}`);
      await who.page.post(`/doc/${plan.id}`, { intent: 'star' });
    }
    for (const page of ['/', '/starred']) {
      expect((await ada.page.get(page)).text).toContain('Year / Spring');
      const seen = (await ben.page.get(page)).text;
      expect(seen).toContain('<span class="path">Spring</span>');
      expect(seen).not.toContain('Year');
    }
  });
});

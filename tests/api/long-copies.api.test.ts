import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const CHILDREN = 220;

describeServers('a copy of many documents', (server) => {
  test('shows its progress without scripts, to its maker alone, and leads to the copy', async () => {
    const [ada, ben] = [await newPerson(server(), 'ada'), await newPerson(server(), 'ben')];
    const top = await makeDocument(ada, { title: 'Almanac' });
    for (let nth = 0; nth < CHILDREN; nth += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => makeDocument(ada, { title: `Day ${nth + n}`, parentId: top.id })),
      );
    const posted = await ada.page.post(`/doc/${top.id}`, { intent: 'duplicate' });
    const progress = posted.headers.get('Location')!;
    expect([posted.status, progress]).toEqual([303, expect.stringMatching(/^\/copies\/c[a-z0-9]{23}$/)]);
    const page = await ada.page.get(progress);
    if (page.status === 200) {
      expect(page.text).toContain('<meta http-equiv="refresh" content="3"');
      expect(page.text).toMatch(/Documents: \d+ of 221/);
      expect((await ben.page.get(progress)).status).toBe(404);
    }
    const copy = await until(async () => {
      const { status, headers } = await ada.page.get(progress);
      if (status !== 302) throw new Error(`Still ${status}`);
      return headers.get('Location')!;
    });
    const { body } = await ada.api.get(`/api/documents/tree?parentId=${copy.replace('/doc/', '')}`);
    expect(body.data).toHaveLength(CHILDREN);
    expect((await ben.page.get(progress)).status).toBe(404);
    expect((await ben.page.get('/copies/nothing')).text).toContain('No copy was made');
  });
});

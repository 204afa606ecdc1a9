import { expect, test } from 'vitest';
import { describeOwnServers } from '#tests/support/api-server.ts';
import { newEmail } from '#tests/support/factories.ts';
import { makeDocument, newPerson, share } from '#tests/support/people.ts';

describeOwnServers(
  'S9: strangers who share',
  (server) => {
    test('are blocked on the page of what is shared, without being told, and let back in there', async () => {
      const [olga, stranger] = [await newPerson(server(), 'olga'), await newPerson(server(), 'stranger')];
      const { id } = await makeDocument(stranger, { title: 'Cheap pills' });
      await share(stranger, id, olga.email, 'EDIT');
      expect((await olga.page.get('/shared')).text).toContain('Cheap pills');
      expect((await olga.page.post('/shared', { intent: 'block', email: stranger.email })).status).toBe(303);
      for (const path of ['/', '/shared', '/search?keyword=pills']) {
        expect([path, (await olga.page.get(path)).text.includes('Cheap pills')]).toEqual([path, false]);
      }
      expect((await olga.page.get(`/doc/${id}`)).status).toBe(404);
      const codes = async () => [
        (await olga.api.get(`/api/documents/${id}`)).body.statusCode,
        (await olga.api.patch(`/api/documents/${id}`, { title: 'x' })).body.statusCode,
        (await olga.api.get('/api/documents?scope=shared')).body.data.total,
        (await olga.api.get('/api/search?keyword=pills')).body.data.total,
      ];
      expect(await codes()).toEqual([4001, 4001, 0, 0]);
      const shares = (await stranger.api.get(`/api/documents/${id}/shares`)).body.data;
      expect(shares).toMatchObject([{ email: olga.email, permission: 'EDIT' }]);
      expect((await stranger.page.get(`/doc/${id}/share`)).text).not.toMatch(/block/i);
      await olga.page.post('/shared', { intent: 'unblock', email: stranger.email });
      expect((await codes())[0]).toBe(0);
    });

    test('reach fifty new people a day, over the API and by the form, whose fields stay', async () => {
      const owner = await newPerson(server(), 'owner');
      const { id } = await makeDocument(owner);
      const people = await Promise.all(Array.from({ length: 51 }, () => newPerson(server())));
      const path = `/api/documents/${id}/shares`;
      for (const { email } of people.slice(0, 50)) {
        expect((await owner.api.post(path, { email, permission: 'READ' })).status).toBe(200);
      }
      const { email } = people[50]!;
      const refused = await owner.api.post(path, { email, permission: 'READ' });
      expect([refused.status, refused.body.statusCode]).toEqual([429, 1200]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const form = await owner.page.post(`/doc/${id}/share`, { intent: 'share', email, permission: 'READ' });
      expect([form.status, form.text.includes(`value="${email}"`)]).toEqual([429, true]);
      const other = await makeDocument(owner);
      const again = await owner.api.post(`/api/documents/${other.id}/shares`, {
        email: people[0]!.email,
        permission: 'READ',
      });
      expect(again.status).toBe(200);
      const invited = await owner.api.post(path, { email: newEmail(), permission: 'READ' });
      expect(invited.status).toBe(429);
    });
  },
  { RATE_LIMIT: 'on', LIMIT_DOCUMENT_WRITE: '1000/60', LIMIT_REQUESTS: '3000/10' },
);

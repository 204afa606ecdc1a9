import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, share } from '#tests/support/people.ts';

describeServers('the page of a person', (server) => {
  test('names what is shared between two people, and is unknown to everyone else', async () => {
    const [olga, rhea, sven] = [await newPerson(server()), await newPerson(server()), await newPerson(server())];
    const pageOf = async (who: typeof olga, of: typeof olga) => (await who.page.get(`/people/${of.id}`)).status;
    expect([await pageOf(olga, rhea), await pageOf(olga, olga)]).toEqual([404, 200]);
    const { id } = await makeDocument(olga, { title: 'Shared orchard' });
    await makeDocument(olga, { title: 'Private diary' });
    await share(olga, id, rhea.email, 'READ');
    const page = await rhea.page.get(`/people/${olga.id}`);
    expect([page.status, page.text.includes('Shared orchard'), page.text.includes('Private diary')]).toEqual([
      200,
      true,
      false,
    ]);
    expect((await olga.page.get(`/people/${rhea.id}`)).text).toContain('What you share with');
    const [hidden, missing] = [
      await sven.page.get(`/people/${olga.id}`),
      await sven.page.get('/people/cnobody0000000000000000'),
    ];
    expect([hidden.status, missing.status]).toEqual([404, 404]);
    expect(hidden.text).not.toContain(olga.email);
    expect((await sven.page.get('/people/nonsense')).status).toBe(404);
    await olga.api.post(`/api/documents/${id}/archive`);
    expect((await rhea.page.get(`/people/${olga.id}`)).text).not.toContain('Shared orchard');
  });
});

import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';

const server = () => sharedServer();

test('a document begins with a template: offered, shown and used without scripts', async () => {
  const olga = await newPerson(server());
  const garden = await makeDocument(olga, { title: 'Garden' });
  await makeDocument(olga, { title: 'Bed', parentId: garden.id });
  expect((await olga.page.get('/')).text).toContain('href="/templates"');
  expect((await olga.page.get(`/doc/${garden.id}`)).text).toContain(`href="/templates?parent=${garden.id}"`);
  const list = (await olga.page.get(`/templates?parent=${garden.id}`)).text;
  expect(list).toContain(`/templates?show=arbor-recipe&amp;parent=${garden.id}#preview`);
  const shown = (await olga.page.get(`/templates?show=arbor-recipe&parent=${garden.id}`)).text;
  expect(shown).toContain('<h2 id="h-ingredients">');
  const refused = await olga.page.post('/templates?show=arbor-recipe', {
    intent: 'template-use',
    templateId: 'arbor-recipe',
    title: 'x'.repeat(300),
  });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('x'.repeat(300))]);
  const use = { intent: 'template-use', templateId: 'arbor-recipe', title: 'Plum jam', parentId: garden.id };
  const made = await olga.page.post('/templates', use);
  const location = made.headers.get('location') ?? '';
  expect([made.status, location]).toEqual([303, expect.stringMatching(/^\/doc\/c\w+\/edit$/)]);
  const { body } = await olga.api.get(`/api/documents/${location.split('/')[2]}`);
  expect(body.data).toMatchObject({ title: 'Plum jam', parentId: garden.id, icon: '🍲' });
  expect(body.data.content).toContain('## Ingredients');
  expect((await olga.page.get('/templates?show=arbor-nothing')).status).toBe(404);
});

test('a document is made a template in its menu, and for everyone by an administrator alone', async () => {
  const [olga, admin, other] = await Promise.all([
    newPerson(server()),
    newPerson(server(), 'chief', { isAdmin: true }),
    newPerson(server()),
  ]);
  const { id } = await makeDocument(olga, { title: 'My pattern' });
  expect((await olga.page.get(`/doc/${id}`)).text).not.toContain('Offer as a template to everyone');
  await olga.page.post(`/doc/${id}`, { intent: 'template-set', scope: 'own' });
  expect((await olga.page.get('/templates')).text).toContain('My pattern');
  expect((await olga.page.post(`/doc/${id}`, { intent: 'template-set', scope: 'everyone' })).status).toBe(403);
  const ours = await makeDocument(admin, { title: 'House pattern', content: 'As we do it' });
  expect((await admin.page.get(`/doc/${ours.id}`)).text).toContain('Offer as a template to everyone');
  await admin.page.post(`/doc/${ours.id}`, { intent: 'template-set', scope: 'everyone' });
  const list = (await other.page.get('/templates')).text;
  expect([list.includes('House pattern'), list.includes('My pattern')]).toEqual([true, false]);
  expect((await other.page.get(`/templates?show=${ours.id}`)).text).toContain('As we do it');
  await admin.page.post(`/doc/${ours.id}`, { intent: 'template-unset' });
  expect((await other.page.get(`/templates?show=${ours.id}`)).status).toBe(404);
});

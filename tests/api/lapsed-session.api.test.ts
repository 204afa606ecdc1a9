import { describe, expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';

/** Simulates fifteen minutes, after which the access cookie has expired and the refresh cookie is still valid. */
const lapse = (person: Person) => person.browser.cookies.delete('arbor_access');
const credentialsIn = (setCookies: string[]) =>
  setCookies.map((cookie) => cookie.split('=')[0]!).filter((name) => /^arbor_(access|refresh)$/.test(name));

describe('C6: a lapsed access cookie with a good refresh cookie', () => {
  const server = () => sharedServer();

  test('a page is simply there, with one new pair of cookies', async () => {
    const person = await newPerson(server());
    lapse(person);
    const page = await person.page.get('/settings');
    expect(page.status).toBe(200);
    expect(credentialsIn(page.setCookies).sort()).toEqual(['arbor_access', 'arbor_refresh']);
    expect((await person.api.get('/api/auth/me')).status).toBe(200);
  });

  test('a filled form is taken as it was posted, with the csrf value of before', async () => {
    const person = await newPerson(server());
    const { id } = await makeDocument(person, { title: 'Oak' });
    const form = await person.page.get(`/doc/${id}/edit`);
    const csrf = /name="csrf" value="([^"]+)"/.exec(form.text)![1]!;
    lapse(person);
    const saved = await person.page.postBlind(`/doc/${id}/edit`, {
      csrf,
      intent: 'save',
      title: 'Oak',
      content: 'Written before the cookie lapsed',
      baseVersion: '1',
    });
    expect(saved.status).toBe(303);
    expect(credentialsIn(saved.setCookies).sort()).toEqual(['arbor_access', 'arbor_refresh']);
    const { body } = await person.api.get(`/api/documents/${id}`);
    expect(body.data.content).toContain('Written before the cookie lapsed');
  });

  test('the API leaves refreshing to its client: 401/1000', async () => {
    const person = await newPerson(server());
    lapse(person);
    const answer = await person.api.get('/api/auth/me');
    expect(answer).toMatchObject({ status: 401, body: { statusCode: 1000 } });
    expect((await person.api.post('/api/auth/refresh')).status).toBe(200);
    expect((await person.api.get('/api/auth/me')).status).toBe(200);
  });
});

import { expect, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import { makeDocument, type Person, signUpOver } from '#tests/support/people.ts';
import { fillPath, postedPages } from '#tests/support/routes.ts';

const server = ownServer();
/** Forms of visitors, who have no session that could end. */
const OPEN = ['/login', '/register', '/verify', '/forgot-password', '/reset-password', '/link-account', '/logout'];
const OPEN_INTENTS = ['/preferences', '/auth/:provider', '/test-sentry'];
const forms = postedPages()
  .filter(({ path }) => !OPEN.includes(path) && !OPEN_INTENTS.includes(path))
  .flatMap(({ path, intents }) => intents.map((intent) => ({ path, intent })));

const TYPED = 'Typed before the session ended';
const csrfOf = async (person: Person) => person.browser.cookies.get('XSRF-TOKEN') as string;

/** Ways in which a session can have ended when a form is posted. */
const ENDS: Record<string, (person: Person, csrf: string) => Promise<void>> = {
  'the session is gone': async (person) => {
    person.browser.cookies.delete('arbor_access');
    person.browser.cookies.delete('arbor_refresh');
  },
  'all cookies are gone': async (person) => person.browser.cookies.clear(),
  'signed out in another tab': async (person) => {
    await person.api.post('/api/auth/logout');
  },
};

for (const [name, end] of Object.entries(ENDS)) {
  test(`${name}: every form comes back with what was typed, to be signed in for`, async () => {
    const person = await signUpOver(server());
    const { id } = await makeDocument(person);
    const csrf = await csrfOf(person);
    await end(person, csrf);
    expect(forms.length).toBeGreaterThan(50);
    for (const { path, intent } of forms) {
      const answer = await person.page.postBlind(fillPath(path, id), { csrf, intent, content: TYPED });
      expect([path, intent, answer.status]).toEqual([path, intent, 401]);
      expect([path, intent, answer.text.includes(TYPED)]).toEqual([path, intent, true]);
      expect([path, intent, answer.text.includes('action="/login"')]).toEqual([path, intent, true]);
    }
  });
}

test('someone else signed in meanwhile: what was typed is on the page, and nothing is done in their name', async () => {
  const [olga, sven] = [await signUpOver(server()), await signUpOver(server())];
  const { id } = await makeDocument(olga, { content: 'Before' });
  const csrf = await csrfOf(olga);
  for (const intent of ['save', 'save-both', 'preview']) {
    const fields = { csrf, intent, title: 'Garden', content: TYPED, baseVersion: '1' };
    const answer = await sven.page.postBlind(`/doc/${id}/edit`, fields);
    expect([intent, answer.status, answer.text.includes(TYPED)]).toEqual([intent, 403, true]);
  }
  expect((await olga.api.get(`/api/documents/${id}`)).body.data.content).toBe('Before');
});

test('signed in again, the form is there, filled, and is saved', async () => {
  const person = await signUpOver(server());
  const { id } = await makeDocument(person, { content: 'Before' });
  const csrf = await csrfOf(person);
  await person.api.post('/api/auth/logout');
  const fields = { csrf, intent: 'save', title: 'Garden', content: TYPED, baseVersion: '1' };
  const ended = await person.page.postBlind(`/doc/${id}/edit`, fields);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(ended.text)?.[1] ?? '';
  const decode = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const signedIn = await person.page.postBlind('/login', {
    csrf: field('csrf'),
    redirectTo: decode(field('redirectTo')),
    unsent: decode(field('unsent')),
    email: person.email,
    password: 'Secret-Garden-1',
  });
  expect(signedIn.status).toBe(303);
  const back = await person.page.follow(signedIn);
  expect(back.text).toContain(TYPED);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsTo } from '#tests/support/outbox.ts';
import { makeDocument, newPerson, visitor } from '#tests/support/people.ts';
import { makeLink } from '#tests/support/public-link.ts';
import { type RunningServer, startInVain, startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

/** The name as it stands in HTML. */
const SHOWN = 'Oak &amp; Elm';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ INSTALLATION_NAME: ' Oak & Elm ' });
});
afterAll(() => server.remove());

test('stands in the header and in the title of pages, public links too', async () => {
  const olga = await newPerson(server, 'olga');
  const path = await makeLink(olga, (await makeDocument(olga)).id);
  for (const page of ['/', '/settings', '/nowhere', '/groups']) {
    const { text } = await olga.page.get(page);
    expect([page, /<title>[^<]*/.exec(text)![0]]).toEqual([page, expect.stringContaining(SHOWN)]);
    expect(text).toContain(`<span class="logo-name">${SHOWN}</span>`);
  }
  for (const page of ['/', '/login', path]) {
    expect((await visitor(server).page.get(page)).text).toMatch(new RegExp(`<title>[^<]*${SHOWN}`));
  }
});

test('stands in mails and for authenticator apps', async () => {
  const olga = await newPerson(server, 'olga');
  await visitor(server).api.post('/api/auth/register', { email: 'new@example.com', password: 'Secret-Garden-1' });
  const mail = await until(async () => (await mailsTo(server.dataDir, 'new@example.com'))[0] ?? fail());
  expect(mail.subject).toBe('Your Oak & Elm code');
  await olga.page.post('/settings', { intent: 'totp-start' });
  expect((await olga.page.get('/settings')).text).toContain('issuer=Oak%20%26%20Elm');
});

test('a longer name is refused', async () => {
  expect((await startInVain({ INSTALLATION_NAME: 'x'.repeat(41) })).output).toContain(
    'takes plain text of up to 40 characters on one line',
  );
});

function fail(): never {
  throw new Error('No mail yet');
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDocument, newPerson, visitor } from '#tests/support/people.ts';
import { makeLink } from '#tests/support/public-link.ts';
import { type RunningServer, startInVain, startServer } from '#tests/support/server.ts';

const TEXT = 'Maintenance on Sunday <b>8 to 9</b>';
const SHOWN = '<p>Maintenance on Sunday &lt;b&gt;8 to 9&lt;/b&gt;</p>';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ ANNOUNCEMENT: TEXT, ANNOUNCEMENT_ZH: '周日维护' });
});
afterAll(() => server.remove());

test('stands above every signed-in page and the sign-in page, escaped and in both languages', async () => {
  const olga = await newPerson(server, 'olga');
  for (const path of ['/', '/settings', '/nowhere']) expect((await olga.page.get(path)).text).toContain(SHOWN);
  const chinese = await olga.page.get('/', { headers: { 'Accept-Language': 'zh' } });
  expect(chinese.text).toContain('<p>周日维护</p>');
  expect((await visitor(server).page.get('/login')).text).toContain(SHOWN);
});

test('is not on public links, nor on other pages of visitors', async () => {
  const olga = await newPerson(server, 'olga');
  const path = await makeLink(olga, (await makeDocument(olga)).id);
  for (const page of [path, '/', '/register']) {
    expect((await visitor(server).page.get(page)).text).not.toContain('Maintenance');
  }
});

test('is hidden on this browser until it closes, on the page it was dismissed on, and there only its own', async () => {
  const olga = await newPerson(server, 'olga');
  const id = /name="announcement" value="([^"]+)"/.exec((await olga.page.get('/settings')).text)![1]!;
  const fields = { intent: 'announcement-dismiss', redirectTo: '/settings' };
  expect((await olga.page.post('/preferences', { ...fields, announcement: 'x' })).status).toBe(422);
  const answer = await olga.page.post('/preferences', { ...fields, announcement: id });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/settings']);
  expect(answer.setCookies.find((cookie) => cookie.startsWith('arbor_announcement'))).not.toMatch(/Max-Age|Expires/);
  for (const path of ['/', '/settings']) expect((await olga.page.get(path)).text).not.toContain('Maintenance');
  olga.browser.cookies.set('arbor_announcement', 'an-older-one');
  expect((await olga.page.get('/')).text).toContain(SHOWN);
});

test('a longer one, and a Chinese one alone, are refused by name', async () => {
  expect((await startInVain({ ANNOUNCEMENT: 'x'.repeat(301) })).output).toMatch(
    /ANNOUNCEMENT: got .*, takes plain text of up to 300 characters on one line/,
  );
  expect((await startInVain({ ANNOUNCEMENT_ZH: '周日维护' })).output).toContain('because ANNOUNCEMENT_ZH is set');
});

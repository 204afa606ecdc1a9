import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeDocument, newPerson, type Person, visitor } from '#tests/support/people.ts';
import { expireLink, makeLink, revokeLink } from '#tests/support/public-link.ts';
import { startServer } from '#tests/support/server.ts';

const DAY_MS = 24 * 3600 * 1000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const dayText = (day: string) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
const sharePage = async (person: Person, id: string) => (await person.page.get(`/doc/${id}/share`)).text;
const sent = (person: Person, id: string, fields: Record<string, string> = {}) =>
  person.page.post(`/doc/${id}/share`, { intent: 'link-create', ...fields });

test('PUBLIC_LINKS=off closes links made earlier, with their files, and hides the form', async () => {
  const before = await startServer();
  const olga = await newPerson(before, 'olga');
  const garden = await makeDocument(olga, { title: 'Garden' });
  const path = await makeLink(olga, garden.id, { withChildren: 'on' });
  expect((await visitor(before).page.get(path)).status).toBe(200);
  await before.stop();
  const server = await startServer({ DATA_DIR: before.dataDir, PORT: new URL(before.url).port, PUBLIC_LINKS: 'off' });
  const closed = await visitor(server).page.get(path);
  expect([closed.status, closed.text.includes('Garden')]).toEqual([404, false]);
  expect(await sharePage(olga, garden.id)).toContain('the link made earlier opens nothing');
  const { status, text } = await sent(olga, garden.id);
  expect([status, text.includes('Public links are switched off')]).toEqual([403, true]);
  await revokeLink(olga, garden.id);
  const page = await sharePage(olga, garden.id);
  expect(page).toContain('no document can be read without an account');
  expect(page).not.toContain('link-create');
  const chinese = await olga.page.get(`/doc/${garden.id}/share`, { headers: { 'Accept-Language': 'zh' } });
  expect(chinese.text).toContain('本站已关闭公开链接');
  await server.remove();
  await rm(before.dataDir, { recursive: true, force: true });
});

test('PUBLIC_LINK_DAYS limits and prefills the day of the form, and the server refuses a later one', async () => {
  const server = await startServer({ PUBLIC_LINK_DAYS: '30' });
  const olga = await newPerson(server, 'olga');
  const { id } = await makeDocument(olga);
  const field = /<input[^>]*name="expiresAt"[^>]*>/.exec(await sharePage(olga, id))?.[0] ?? '';
  expect(field).toContain(`max="${dayIn(30)}"`);
  expect(field).toContain(`value="${dayIn(30)}"`);
  const late = await sent(olga, id, { expiresAt: dayIn(31) });
  expect(late.status).toBe(422);
  expect(late.text).toMatch(new RegExp(`id="expiresAt-error"[^>]*>Must be ${dayIn(30)} or earlier`));
  const path = await makeLink(olga, id);
  expect(await sharePage(olga, id)).toContain(`good until ${dayText(dayIn(30))}`);
  expect((await visitor(server).page.get(path)).status).toBe(200);
  await expireLink(server, id, dayIn(-1));
  expect((await visitor(server).page.get(path)).status).toBe(404);
  await server.remove();
});

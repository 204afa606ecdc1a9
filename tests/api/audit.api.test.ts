import { beforeAll, expect, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import { arbor, arborOn } from '#tests/support/arbor.ts';
import { anotherDevice, newPerson, type Person } from '#tests/support/people.ts';

const server = ownServer();
let chief: Person;
let person: Person;

// The first account of a server is its administrator.
beforeAll(async () => {
  chief = await newPerson(server(), 'chief');
  person = await newPerson(server(), 'person');
});

test('the page, its downloads, the API and the command list the same events', async () => {
  await anotherDevice(server(), person);
  const query = `person=${encodeURIComponent(person.email)}&kind=session`;
  const page = await chief.page.get(`/admin/audit?${query}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Signed in');
  const { items, total } = (await chief.api.get(`/api/admin/audit?${query}`)).body.data;
  expect(total).toBeGreaterThan(0);
  expect(items[0]).toMatchObject({ action: 'session.start', actor: person.email, via: 'web' });
  expect(items[0].address).toMatch(/127\.0\.0\.1|::1/);
  expect(JSON.parse((await chief.page.get(`/admin/audit.json?${query}`)).text)).toEqual(items);
  const csv = (await chief.page.get(`/admin/audit.csv?${query}`)).text;
  expect(csv.split('\r\n')[0]).toBe('id,createdAt,action,actor,via,address,subject,detail');
  expect(csv).toContain(items[0].id);
  const listed = await arborOn(server(), ['audit', '--user', person.email, '--kind', 'session', '--json']);
  expect(JSON.parse(listed.stdout)).toEqual(items);
  expect((await arbor(['audit', '--kind', 'nonsense'], { dataDir: server().dataDir })).code).toBe(2);
});

test('is for administrators only', async () => {
  for (const path of ['/admin/audit', '/admin/audit.csv', '/admin/audit.json']) {
    expect((await person.page.get(path)).status).toBe(403);
  }
  expect((await person.api.get('/api/admin/audit')).status).toBe(403);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { ownServer } from '#tests/support/api-server.ts';
import type { Client } from '#tests/support/client.ts';
import { LiveClient } from '#tests/support/live-client.ts';
import { makeDocument, makeGroup, newPerson, type Person, visitor } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const server = ownServer();
let chief: Person;

beforeAll(async () => {
  chief = await newPerson(server(), 'chief', { isAdmin: true });
});

const NOWHERE = 'cnowhere0000000000000000';

describe('the API of groups', () => {
  test('answers each role as the table says', async () => {
    const [keeper, member, other] = [await newPerson(server()), await newPerson(server()), await newPerson(server())];
    const group = await makeGroup(chief, 'Role team', member);
    await chief.page.post('/admin/groups', { intent: 'keeper-add', groupId: group, email: keeper.email });
    const extra = await newPerson(server());
    const people: Client[] = [visitor(server()), other, member, keeper, chief];
    const table: [name: string, call: (who: Client) => ReturnType<Client['api']['get']>, codes: number[]][] = [
      ['list', (who) => who.api.get('/api/groups'), [1000, 0, 0, 0, 0]],
      ['create', (who) => who.api.post('/api/groups', { name: 'Another' }), [1000, 1001, 1001, 1001, 0]],
      ['read', (who) => who.api.get(`/api/groups/${group}`), [1000, 1001, 0, 0, 0]],
      ['read unknown', (who) => who.api.get(`/api/groups/${NOWHERE}`), [1000, 1001, 1001, 1001, 404]],
      ['read everyone', (who) => who.api.get(`/api/groups/${EVERYONE_ID}`), [1000, 0, 0, 0, 0]],
      ['rename', (who) => who.api.patch(`/api/groups/${group}`, { name: 'Crew' }), [1000, 1001, 1001, 1001, 0]],
      ['add', (who) => who.api.post(`/api/groups/${group}/members`, { email: extra.email }), [1000, 1001, 1001, 0, 0]],
      [
        'remove',
        async (who) => {
          const answer = await who.api.delete(`/api/groups/${group}/members`, { userId: extra.id });
          await chief.api.post(`/api/groups/${group}/members`, { userId: extra.id });
          return answer;
        },
        [1000, 1001, 1001, 0, 0],
      ],
      [
        'itself',
        (who) => who.api.post(`/api/groups/${group}/members`, { userId: group }),
        [1000, 1001, 1001, 2001, 2001],
      ],
      ['nobody', (who) => who.api.post(`/api/groups/${group}/members`), [1000, 1001, 1001, 422, 422]],
      [
        'rename everyone',
        (who) => who.api.patch(`/api/groups/${EVERYONE_ID}`, { name: 'x' }),
        [1000, 1001, 1001, 1001, 1001],
      ],
      [
        'add to everyone',
        (who) => who.api.post(`/api/groups/${EVERYONE_ID}/members`, { email: extra.email }),
        [1000, 1001, 1001, 1001, 1001],
      ],
      ['delete everyone', (who) => who.api.delete(`/api/groups/${EVERYONE_ID}`), [1000, 1001, 1001, 1001, 1001]],
      ['delete', (who) => who.api.delete(`/api/groups/${group}`), [1000, 1001, 1001, 1001, 0]],
    ];
    for (const [name, call, codes] of table) {
      const answered: number[] = [];
      for (const who of people) answered.push((await call(who)).body.statusCode);
      expect([name, ...answered]).toEqual([name, ...codes]);
    }
  });

  test('names the people of a group, and refuses a name that is none', async () => {
    const member = await newPerson(server());
    const group = await makeGroup(chief, 'Team', member);
    const { body } = await chief.api.get(`/api/groups/${group}`);
    expect(body.data).toEqual({
      id: group,
      name: 'Team',
      isBuiltIn: false,
      memberCount: 1,
      createdAt: expect.stringMatching(/Z$/),
      members: [{ userId: member.id, email: member.email, displayName: null }],
      keepers: [],
    });
    for (const name of ['', '   ', 'x'.repeat(61), 'a\u202eb', 7]) {
      const answer = await chief.api.post('/api/groups', { name });
      expect([name, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([name, 422, ['name']]);
    }
    expect((await chief.api.post('/api/groups', {})).status).toBe(422);
  });

  test('shares a document by groupId; entries carry the group and nobody’s address', async () => {
    const [owner, mia] = [await newPerson(server()), await newPerson(server())];
    const group = await makeGroup(chief, 'Shared team', mia);
    const { id } = await makeDocument(owner, { title: 'Orchard' });
    const shares = `/api/documents/${id}/shares`;
    const made = await owner.api.post(shares, { groupId: group, permission: 'EDIT' });
    const entry = { userId: null, email: null, displayName: null, groupId: group, groupName: 'Shared team' };
    expect(made.body.data).toEqual([{ id: expect.any(Number), ...entry, permission: 'EDIT' }]);
    const shareId = made.body.data[0].id as number;
    expect((await mia.api.patch(`/api/documents/${id}`, { content: 'Pears' })).status).toBe(200);
    expect((await mia.api.get('/api/notifications')).body.data.items).toMatchObject([{ kind: 'share', docId: id }]);
    expect((await mia.page.get('/shared')).text).toContain('Orchard');
    const changed = await owner.api.patch(shares, { shareId, permission: 'READ' });
    expect(changed.body.data).toMatchObject([{ permission: 'READ', groupName: 'Shared team' }]);
    expect((await mia.api.patch(`/api/documents/${id}`, { content: 'Plums' })).body.statusCode).toBe(4002);
    const refused: [object, number][] = [
      [{ groupId: group, permission: 'EDIT' }, 4102],
      [{ groupId: NOWHERE, permission: 'EDIT' }, 404],
      [{ groupId: EVERYONE_ID, permission: 'OWNER' }, 4104],
      [{ groupId: 'no id', permission: 'EDIT' }, 422],
      [{ permission: 'EDIT' }, 422],
      [{ groupId: EVERYONE_ID }, 422],
    ];
    for (const [body, code] of refused) expect((await owner.api.post(shares, body)).body.statusCode).toBe(code);
    expect((await owner.api.post(shares, { permission: 'EDIT' })).body.errors).toEqual({
      email: ['Email is required'],
    });
    expect((await owner.api.delete(shares, { shareId })).body.data).toEqual([]);
    expect((await mia.api.get(`/api/documents/${id}`)).body.statusCode).toBe(4001);
  });

  test('a member who leaves loses the document with the next request, and while typing', async () => {
    const [owner, mia] = [await newPerson(server()), await newPerson(server())];
    const group = await makeGroup(chief, 'Typing team', mia);
    const { id } = await makeDocument(owner, { content: 'Beds' });
    await owner.api.post(`/api/documents/${id}/shares`, { groupId: group, permission: 'EDIT' });
    const live = await new LiveClient(mia, id).joined();
    live.content.insert(0, 'New ');
    await until(async () => expect(live.isStored).toBe(true));
    await chief.api.delete(`/api/groups/${group}/members`, { email: mia.email });
    expect((await mia.api.get(`/api/documents/${id}`)).body.statusCode).toBe(4001);
    await until(async () => expect(live.closings[0]).toBe(4403));
    live.leave();
  });
});

describe('the pages of groups', () => {
  test('an administrator makes a group, fills it, names a keeper, renames and deletes it, without scripts', async () => {
    const [mia, keeper] = [await newPerson(server(), 'mia'), await newPerson(server(), 'keeper')];
    const post = async (fields: Record<string, string>) => {
      const answer = await chief.page.post('/admin/groups', fields);
      return { ...answer, page: (await chief.page.follow(answer)).text };
    };
    expect((await post({ intent: 'group-create', name: '' })).status).toBe(422);
    expect((await post({ intent: 'group-create', name: 'Gardeners' })).page).toContain('Created group Gardeners');
    const { body } = await chief.api.get('/api/groups');
    const groupId = body.data.find(({ name }: { name: string }) => name === 'Gardeners').id as string;
    const page = (await chief.page.get('/admin/groups')).text;
    for (const intent of ['group-create', 'group-rename', 'group-delete', 'member-add', 'keeper-add'])
      expect(page).toContain(`value="${intent}"`);
    const unknown = await post({ intent: 'member-add', groupId, email: 'nobody@example.com' });
    expect([unknown.status, unknown.text.includes('value="nobody@example.com"')]).toEqual([404, true]);
    expect(unknown.text).toContain(`<a href="#member-add-${groupId}">`);
    expect(unknown.text).toMatch(new RegExp(`<input[^>]* id="member-add-${groupId}"[^>]* aria-invalid="true"`));
    const keeperless = await post({ intent: 'keeper-add', groupId, email: 'nobody@example.com' });
    expect(keeperless.text).toContain(`<a href="#keeper-add-${groupId}">`);
    expect((await post({ intent: 'member-add', groupId, email: mia.email })).page).toContain('is in Gardeners now');
    expect((await post({ intent: 'keeper-add', groupId, email: keeper.email })).page).toContain('keeps Gardeners now');
    expect((await post({ intent: 'member-remove', groupId, userId: mia.id })).page).toContain('no longer in Gardeners');
    expect((await post({ intent: 'group-rename', groupId, name: 'Growers' })).page).toContain('Growers');
    const kept = await keeper.page.get('/groups');
    expect(kept.text).toContain('Growers');
    expect(kept.text).not.toContain('group-delete');
    const added = await keeper.page.post('/groups', { intent: 'member-add', groupId, email: mia.email });
    expect((await keeper.page.follow(added)).text).toContain('is in Growers now');
    expect((await mia.page.get('/groups')).text).not.toContain('value="member-add"');
    expect((await post({ intent: 'keeper-remove', groupId, userId: keeper.id })).status).toBe(303);
    expect((await keeper.page.get('/groups')).text).not.toContain('Growers');
    for (const part of ['member', 'keeper'])
      for (const [step, who] of [
        ['add', { userId: mia.id }],
        ['remove', { email: mia.email }],
      ] as const)
        expect((await post({ intent: `${part}-${step}`, groupId, ...who })).status).toBe(303);
    expect((await post({ intent: 'keeper-add', groupId })).status).toBe(422);
    expect((await post({ intent: 'group-delete', groupId })).page).toContain('Deleted group Growers');
    expect((await post({ intent: 'group-rename', groupId: EVERYONE_ID, name: 'All' })).status).toBe(403);
  });

  test('the share page offers one’s groups and says through which one somebody reads', async () => {
    const [owner, mia] = [await newPerson(server()), await newPerson(server(), 'mia')];
    const group = await makeGroup(chief, 'Editors', owner, mia);
    const top = await makeDocument(owner, { title: 'Team' });
    const below = await makeDocument(owner, { title: 'Plan', parentId: top.id });
    const path = `/doc/${top.id}/share`;
    expect((await owner.page.get(path)).text).toContain(`name="groupId"`);
    const answer = await owner.page.post(path, { intent: 'share', groupId: group, permission: 'EDIT' });
    expect(answer.status).toBe(303);
    const page = (await owner.page.follow(answer)).text;
    expect(page).toContain('Shared with Editors');
    expect(page).toContain('Can edit, through Editors');
    const under = (await owner.page.get(`/doc/${below.id}/share`)).text.replaceAll(/<!--.*?-->/g, '');
    expect(under).toContain(mia.email);
    expect(under).toMatch(/through Editors, from <a href="[^"]*"><em>Team<\/em>/);
    const { body } = await owner.api.get(`/api/documents/${top.id}/shares`);
    const shareId = String(body.data[0].id);
    expect((await owner.page.post(path, { intent: 'share-update', shareId, permission: 'NONE' })).status).toBe(303);
    expect((await mia.page.get(`/doc/${top.id}`)).status).toBe(404);
    expect((await owner.page.post(path, { intent: 'share-remove', shareId })).status).toBe(303);
    expect((await owner.api.get(`/api/documents/${top.id}/shares`)).body.data).toEqual([]);
  });
});

test('a member leaves a group on the page of groups, without scripts', async () => {
  const [chief, mia] = [await newPerson(server(), 'chief', { isAdmin: true }), await newPerson(server())];
  const name = `Leavers ${mia.id}`;
  const { body } = await chief.api.post('/api/groups', { name });
  await chief.api.post(`/api/groups/${body.data.id}/members`, { email: mia.email });
  const again = await chief.api.post('/api/groups', { name });
  expect([again.status, again.body.errors]).toEqual([422, { name: expect.anything() }]);
  expect((await mia.page.get('/groups')).text).toContain(name);
  const left = await mia.page.post('/groups', { intent: 'group-leave', groupId: body.data.id });
  expect(left.status).toBe(303);
  expect((await mia.page.get('/starred')).text).toContain(`You left ${name.slice(0, 20)}`);
  expect((await mia.page.get('/groups')).text).not.toContain('value="group-leave"');
});

import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { arbor } from '#tests/support/arbor.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';

describeServers('arbor group', (server) => {
  const run = (...args: string[]) => {
    const { dataDir, databaseUrl } = server();
    return arbor(['group', ...args], { dataDir, ...(databaseUrl ? { env: { DATABASE_URL: databaseUrl } } : {}) });
  };

  test('makes, renames and deletes a group; its shares count from the next request', async () => {
    const [olga, ben] = [await newPerson(server(), 'olga'), await newPerson(server(), 'ben')];
    const made = await run('create', '  Editors ', '--json');
    expect([made.code, made.stderr]).toEqual([0, '“Editors” is made\n']);
    const [{ id, name, memberCount }] = JSON.parse(made.stdout);
    expect([name, memberCount]).toEqual(['Editors', 0]);
    const { id: docId } = await makeDocument(olga);
    await olga.api.post(`/api/documents/${docId}/shares`, { groupId: id, permission: 'EDIT' });
    const added = await run('add', 'EDITORS', ben.email.toUpperCase(), ben.email);
    expect([added.code, added.stderr]).toEqual([0, '1 person is in “Editors”\n']);
    expect((await ben.api.patch(`/api/documents/${docId}`, { title: 'Edited' })).status).toBe(200);
    expect((await run('rename', id, 'Writers')).stderr).toBe('The group is now called “Writers”\n');
    expect((await run('remove', 'Writers', ben.email)).stderr).toBe('1 person is out of “Writers”\n');
    expect((await ben.api.get(`/api/documents/${docId}`)).status).toBe(404);
    await run('add', 'Writers', ben.email);
    const asked = await run('delete', 'Writers');
    expect([asked.code, asked.stdout]).toEqual([4, '']);
    expect((await ben.api.get(`/api/documents/${docId}`)).status).toBe(200);
    expect((await run('delete', 'Writers', '--yes')).code).toBe(0);
    expect((await ben.api.get(`/api/documents/${docId}`)).status).toBe(404);
    expect((await run('show', 'Writers')).code).toBe(3);
  });

  test('lists groups, and members with keepers, in both languages', async () => {
    const [ada, cleo] = [await newPerson(server(), 'ada'), await newPerson(server(), 'cleo')];
    await run('create', 'Choir');
    await run('add', 'Choir', ada.email);
    expect((await run('add', 'Choir', cleo.email, '--keeper')).stderr).toBe('1 person keeps “Choir”\n');
    const groups = JSON.parse((await run('list', '--json')).stdout) as { name: string; memberCount: number }[];
    expect(groups[0]).toMatchObject({ isBuiltIn: true });
    expect(groups.find(({ name }) => name === 'Choir')).toMatchObject({ memberCount: 1 });
    const people = JSON.parse((await run('show', 'choir', '--fields', 'email,isMember,isKeeper')).stdout);
    expect(people).toEqual([
      { email: ada.email, isMember: true, isKeeper: false },
      { email: cleo.email, isMember: false, isKeeper: true },
    ]);
    expect((await run('show', 'Choir', '--lng', 'zh')).stderr).toBe('「Choir」有 1 名成员\n');
    expect((await cleo.api.get('/api/groups')).status).toBe(200);
    await run('remove', 'Choir', cleo.email, '--keeper');
    expect((await run('show', 'Choir')).stdout).not.toContain(cleo.email);
  });

  test('adds all or none, and says what is wrong', async () => {
    const ada = await newPerson(server(), 'ada');
    await run('create', 'Band');
    const failed = await run('add', 'Band', ada.email, 'nobody@example.com');
    expect([failed.code, failed.stdout, failed.stderr]).toEqual([3, '', 'No account: nobody@example.com\n']);
    expect((await run('show', 'Band')).stdout).not.toContain(ada.email);
    expect([(await run('create', 'band')).code, (await run('create', '  ')).code]).toEqual([2, 2]);
    const unknown = await run('add', 'Bands', ada.email);
    expect([unknown.code, unknown.stderr]).toEqual([3, 'No group: Bands\n']);
    expect((await run('rename', 'everyone', 'Everybody')).code).toBe(4);
    expect((await run('add', 'everyone', ada.email)).code).toBe(4);
    expect((await run('add', 'Band')).code).toBe(2);
  });
});

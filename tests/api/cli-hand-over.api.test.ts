import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { arbor } from '#tests/support/arbor.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { makeLink } from '#tests/support/public-link.ts';
import { download, PNG, upload } from '#tests/support/upload.ts';

describeServers('arbor user hand-over', (server) => {
  const run = (...args: string[]) => {
    const { dataDir, databaseUrl } = server();
    const env = databaseUrl ? { env: { DATABASE_URL: databaseUrl } } : {};
    return arbor(['user', 'hand-over', ...args], { dataDir, ...env });
  };
  const rootsOf = async (person: Person) =>
    ((await person.api.get('/api/documents/tree')).body.data as { title: string }[]).map(({ title }) => title);
  const people = async () => {
    const [ada, ben, reader] = [
      await newPerson(server(), 'ada'),
      await newPerson(server(), 'ben'),
      await newPerson(server(), 'reader'),
    ];
    return { ada, ben, reader };
  };

  test('gives branches, archive and files to another account; shares and public links stay', async () => {
    const { ada, ben, reader } = await people();
    await makeDocument(ben, { title: 'Own' });
    const { id } = await makeDocument(ada, { title: 'First' });
    const { id: childId } = await makeDocument(ada, { title: 'Below', parentId: id });
    const { id: archivedId } = await makeDocument(ada, { title: 'Archived' });
    await makeDocument(ada, { title: 'Second' });
    await ada.api.post(`/api/documents/${archivedId}/archive`);
    const { ticket } = await upload(ada, PNG, { docId: childId });
    await share(ada, id, reader.email, 'READ');
    await share(ada, childId, ben.email, 'READ');
    const link = await makeLink(ada, id);

    const preview = await run(ada.email, ben.email, '--dry-run', '--format', 'json');
    const counts = { from: ada.email, to: ben.email, branches: 3, documents: 4 };
    expect([preview.code, JSON.parse(preview.stdout)]).toEqual([0, [counts]]);
    expect((await run(ada.email, ben.email)).code).toBe(4);
    expect(await rootsOf(ada)).toEqual(['First', 'Second']);

    const given = await run(ada.email, ben.email, '--yes', '--format', 'json');
    expect([given.code, JSON.parse(given.stdout)]).toEqual([0, [counts]]);
    expect([await rootsOf(ada), await rootsOf(ben)]).toEqual([[], ['Own', 'First', 'Second']]);
    expect((await ada.api.get(`/api/documents/${childId}`)).status).toBe(404);
    const child = await ben.api.get(`/api/documents/${childId}`);
    expect(child.body.data).toMatchObject({ parentId: id, permission: 'EDIT', owner: { email: ben.email } });
    expect((await ben.api.get('/api/documents?scope=archived')).body.data.items).toMatchObject([{ id: archivedId }]);
    expect((await reader.api.get(`/api/documents/${childId}`)).body.data).toMatchObject({ permission: 'READ' });
    expect((await fetch(server().url + link)).status).toBe(200);
    const { status, bytes } = await download(server(), ben, ticket.downloadUrl);
    expect([status, bytes.equals(PNG)]).toEqual([200, true]);
    expect((await ben.api.get(`/api/documents/${childId}/shares`)).body.data).toEqual([]);
    const again = await run(ada.email, ben.email, '--lng', 'zh');
    expect([again.code, again.stderr]).toEqual([0, `${ada.email} 的 0 篇文档现在属于 ${ben.email}\n`]);
  });

  test('refuses unknown people, heirs who cannot sign in, and the account itself', async () => {
    const { ada, ben } = await people();
    await makeDocument(ada);
    const unknown = await run(ada.email, 'nobody@example.com', '--yes');
    expect([unknown.code, unknown.stderr]).toEqual([3, 'No account: nobody@example.com\n']);
    expect((await run(ada.email, ada.email, '--yes')).code).toBe(2);
    const { dataDir, databaseUrl } = server();
    const env = databaseUrl ? { env: { DATABASE_URL: databaseUrl } } : {};
    await arbor(['user', 'suspend', ben.email], { dataDir, ...env });
    expect((await run(ada.email, ben.email, '--yes')).code).toBe(4);
    expect(await rootsOf(ada)).toHaveLength(1);
  });
});

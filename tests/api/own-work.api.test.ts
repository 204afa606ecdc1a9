import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { newestMail } from '#tests/support/outbox.ts';
import { makeDocument, newPerson, share, visitor } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';
import { readZip } from '#tests/support/zip.ts';

describeServers('work in somebody else’s tree', (server) => {
  async function project() {
    const [ada, ben] = [await newPerson(server(), 'ada'), await newPerson(server(), 'ben')];
    const top = await makeDocument(ada, { title: 'Project' });
    await share(ada, top.id, ben.email, 'EDIT');
    const plan = await makeDocument(ben, { title: 'Plan', content: 'Sow.', parentId: top.id });
    await makeDocument(ben, { title: 'Steps', parentId: plan.id });
    return { ada, ben, top, plan };
  }

  /** Returns the path of the zip in a person's newest mail. */
  const mailedPath = (email: string) =>
    until(async () => {
      const { text } = await newestMail(server().dataDir, email);
      return /\/takeouts\/c[a-z0-9]{23}/.exec(text)![0];
    });

  test('its writer takes a copy, by the page and over the API', async () => {
    const { ada, ben, top, plan } = await project();
    const page = await ben.page.get(`/doc/${plan.id}`);
    expect(page.text).toContain('Take a copy to my documents');
    for (const [person, id] of [
      [ben, top.id],
      [ada, plan.id],
    ] as const) {
      expect((await person.page.get(`/doc/${id}`)).text).not.toContain('Take a copy to my documents');
      expect((await person.page.post(`/doc/${id}`, { intent: 'take-copy' })).status).toBe(403);
    }
    const posted = await ben.page.post(`/doc/${plan.id}`, { intent: 'take-copy' });
    expect(posted.status).toBe(303);
    expect((await ben.page.follow(posted)).text).toContain('Took a copy of “Plan” to your documents');
    const { status, body } = await ben.api.post(`/api/documents/${plan.id}/take-copy`);
    expect([status, body.data]).toMatchObject([200, { title: 'Plan', parentId: null, owner: { email: ben.email } }]);
    const roots = await ben.api.get('/api/documents/tree');
    expect(roots.body.data.map(({ title }: { title: string }) => title)).toEqual(['Plan', 'Plan']);
    await ada.api.delete(`/api/documents/${top.id}/shares`, { targetUserId: ben.id });
    expect((await ben.api.get(`/api/documents/${body.data.id}`)).body.data.content).toBe('Sow.');
  });

  test('a deletion names whose work goes along, and each gets theirs by a link that is theirs alone', async () => {
    const { ada, ben, top } = await project();
    await ada.api.post(`/api/documents/${top.id}/archive`);
    const asked = await ada.page.get(`/doc/${top.id}?confirm=delete`);
    expect(asked.text).toContain(`2 documents written by ${ben.email} will be deleted, too.`);
    expect((await ada.page.get('/archive?confirm=empty')).text).toContain(
      `2 documents written by ${ben.email} will be deleted, too.`,
    );
    expect((await ada.page.get('/settings?confirm=account-delete')).text).toContain(
      `2 documents written by ${ben.email} will be deleted, too.`,
    );
    await ada.page.post(`/doc/${top.id}?confirm=delete`, { intent: 'delete' });
    const path = await mailedPath(ben.email);
    const cookie = [...ben.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${server().url}${path}`, { headers: { Cookie: cookie } });
    expect(answer.headers.get('Content-Type')).toBe('application/zip');
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename=Plan.zip');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const files = await readZip(answer.body!);
    expect([...files.keys()]).toEqual(['1-Plan/index.md', '1-Plan/1-Steps.md']);
    expect(files.get('1-Plan/index.md')).toContain('Sow.');
    expect((await ben.page.get('/settings')).text).toContain(path);
    expect((await ada.page.get(path)).status).toBe(404);
    expect((await visitor(server()).page.get(path)).headers.get('Location')).toContain('/login');
  });

  test('the end of a share says so beforehand, to the owner and to who leaves', async () => {
    const { ada, ben, top } = await project();
    expect((await ada.page.get(`/doc/${top.id}/share`)).text).toContain(
      `${ben.email} wrote 2 documents here and can no longer open them once this share ends.`,
    );
    expect((await ben.page.get(`/doc/${top.id}`)).text).toContain('You wrote 2 documents here.');
    await ben.page.post(`/doc/${top.id}`, { intent: 'leave' });
    expect(await mailedPath(ben.email)).toContain('/takeouts/');
  });
});

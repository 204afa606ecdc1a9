import { expect, test } from 'vitest';
import { describeServersOnBoth } from '#tests/support/api-server.ts';
import type { Client } from '#tests/support/client.ts';
import { fieldValue } from '#tests/support/form-fields.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const UNKNOWN = 'c00000000000000000000000';

const asking = (id: string) => ({ intent: 'request-access', message: `About ${id}` });
/** Removes random parts of a page: csrf values, nonces, visitor ids and the URL itself. */
const plain = (text: string, id: string) =>
  text
    .replaceAll(id, 'ID')
    .replace(/nonce="[^"]*"/g, '')
    .replace(/name="(?:csrf|key)" value="[^"]*"/g, '')
    .replace(/<script[\s\S]*?<\/script>/g, '');

describeServersOnBoth('documents of others', (server) => {
  async function pair(): Promise<{ owner: Person; friend: Person }> {
    const [owner, friend] = [await newPerson(server(), 'owner'), await newPerson(server(), 'friend')];
    return { owner, friend };
  }

  test('asking for access answers alike whether there is a document, and reaches its owner once', async () => {
    const { owner, friend } = await pair();
    const { id } = await makeDocument(owner, { title: 'Hidden plan' });
    const before = (await mailsTo(server().dataDir, owner.email)).length;
    const answers = [];
    for (const each of [id, UNKNOWN]) {
      const page = await friend.page.get(`/doc/${each}`);
      const asked = await friend.page.post(`/doc/${each}`, asking(each));
      const after = await friend.page.follow(asked);
      const tooLong = await friend.page.post(`/doc/${each}`, { intent: 'request-access', message: 'x'.repeat(501) });
      expect(fieldValue(tooLong.text, 'message')).toBe('x'.repeat(501));
      expect(tooLong.text).toContain('Message must be at most 500 characters');
      answers.push([
        page.status,
        plain(page.text, each),
        asked.status,
        asked.headers.get('Location')?.replace(each, 'ID'),
        plain(after.text, each),
        tooLong.status,
        plain(tooLong.text, each),
      ]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect([answers[0]![0], answers[0]![2], answers[0]![5]]).toEqual([404, 303, 422]);
    expect(JSON.stringify(answers)).not.toContain('Hidden plan');
    await friend.page.post(`/doc/${id}`, asking(id));
    await until(async () => expect(await mailsTo(server().dataDir, owner.email)).toHaveLength(before + 1));
    expect((await owner.page.get(`/doc/${id}/share`)).text).toContain(`About ${id}`);
    expect((await visitor(server()).page.get(`/doc/${id}`)).status).toBe(302);
    const noId = await friend.page.get('/doc/nope');
    expect([noId.status, noId.text.includes('request-access')]).toEqual([404, false]);
  });

  test('F2: a message and a name that try to be markup are text on the share page', async () => {
    const { owner, friend } = await pair();
    const { id } = await makeDocument(owner);
    const evil = '<img src=x onerror=alert(1)>"\'</textarea><script>';
    await friend.page.post('/settings', { intent: 'profile', displayName: '<b>Fred</b>' });
    await friend.page.post(`/doc/${id}`, { intent: 'request-access', message: evil });
    const { text } = await owner.page.get(`/doc/${id}/share`);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toMatch(/<img src=x|<b>Fred/);
  });

  test('D3: NONE hides a branch from lists, counts, tree, search, breadcrumbs and pages, at once', async () => {
    const { owner, friend } = await pair();
    const top = await makeDocument(owner, { title: 'Top orchard' });
    const shut = await makeDocument(owner, { title: 'Shut orchard', parentId: top.id });
    const open = await makeDocument(owner, { title: 'Open orchard', parentId: shut.id });
    await share(owner, top.id, friend.email, 'READ');
    await share(owner, shut.id, friend.email, 'NONE');
    await share(owner, open.id, friend.email, 'EDIT');
    const list = (await friend.api.get('/api/documents?scope=shared')).body.data;
    expect([list.total, list.items.map(({ title }: { title: string }) => title)]).toEqual([
      2,
      ['Top orchard', 'Open orchard'],
    ]);
    const found = (await friend.api.get('/api/search?keyword=orchard')).body.data;
    expect(found.total).toBe(2);
    const parent = (await friend.api.get(`/api/documents/${top.id}`)).body.data;
    expect(parent.isLeaf).toBe(true);
    expect((await friend.api.get(`/api/documents/${open.id}`)).body.data).toMatchObject({
      parentId: null,
      permission: 'EDIT',
    });
    for (const path of ['/', '/shared', `/doc/${top.id}`, `/doc/${open.id}`, `/doc/${open.id}/edit`]) {
      const { status, text } = await friend.page.get(path);
      expect([path, status, text.includes('Shut orchard')]).toEqual([path, 200, false]);
    }
    expect((await friend.page.get(`/doc/${open.id}`)).text).not.toContain('aria-label="Breadcrumb"');
    expect((await friend.page.get(`/doc/${shut.id}`)).status).toBe(404);
  });

  test('D4: who lost the right to edit, or to see, while a page was open, saves nothing and sees nothing more', async () => {
    const { owner, friend } = await pair();
    const { id } = await makeDocument(owner, { title: 'Plan', content: 'Before' });
    const shareId = await share(owner, id, friend.email, 'EDIT');
    const edit = await friend.page.get(`/doc/${id}/edit`);
    expect(edit.status).toBe(200);
    const fields = {
      csrf: fieldValue(edit.text, 'csrf')!,
      baseVersion: '1',
      title: 'Plan',
      content: 'Typed by the friend',
    };
    await owner.api.patch(`/api/documents/${id}/shares`, { shareId, permission: 'READ' });
    const lowered = await friend.page.postBlind(`/doc/${id}/edit`, fields);
    expect(lowered.status).toBe(403);
    expect((await friend.api.patch(`/api/documents/${id}`, { content: 'x' })).body.statusCode).toBe(4002);
    expect((await friend.page.get(`/doc/${id}/edit`)).status).toBe(403);
    expect((await friend.page.get(`/doc/${id}`)).status).toBe(200);
    await owner.api.delete(`/api/documents/${id}/shares`, { shareId });
    expect((await friend.page.postBlind(`/doc/${id}/edit`, fields)).status).toBe(404);
    expect((await friend.api.patch(`/api/documents/${id}`, { content: 'x' })).body.statusCode).toBe(4001);
    for (const path of [`/doc/${id}`, `/doc/${id}/history`, `/doc/${id}/edit`]) {
      expect([path, (await friend.page.get(path)).status]).toEqual([path, 404]);
    }
    expect((await owner.api.get(`/api/documents/${id}`)).body.data.content).toBe('Before');
  });

  test('D1: the forms of a document’s pages act for whom they are meant, whatever is posted', async () => {
    const { owner, friend: edit } = await pair();
    const [read, stranger] = [await newPerson(server(), 'read'), await newPerson(server(), 'stranger')];
    const post = async (person: Client, id: string, path: string, fields: Record<string, string>) => {
      await person.page.get('/');
      const csrf = person.browser.cookies.get('XSRF-TOKEN')!;
      return (await person.page.postBlind(`/doc/${id}${path}`, { csrf, ...fields })).status;
    };
    const forms: [path: string, fields: Record<string, string>, statuses: [number, number, number, number]][] = [
      ['', { intent: 'sort-children', by: 'title' }, [404, 403, 303, 303]],
      ['', { intent: 'icon', icon: '🌳' }, [404, 403, 303, 303]],
      ['', { intent: 'archive' }, [404, 403, 403, 303]],
      ['/share', { intent: 'link-create' }, [404, 403, 403, 303]],
      ['/share', { intent: 'link-revoke' }, [404, 403, 403, 303]],
      ['/share', { intent: 'share-resend', shareId: '1' }, [404, 403, 403, 404]],
      ['/share', { intent: 'request-dismiss', requestId: UNKNOWN }, [404, 403, 403, 303]],
      ['/share', { intent: 'share', email: 'x@example.com', permission: 'READ' }, [404, 403, 403, 303]],
    ];
    for (const [path, fields, statuses] of forms) {
      const { id } = await makeDocument(owner);
      await share(owner, id, read.email, 'READ');
      await share(owner, id, edit.email, 'EDIT');
      const answered: number[] = [];
      for (const person of [stranger, read, edit, owner]) answered.push(await post(person, id, path, fields));
      expect([fields.intent, ...answered]).toEqual([fields.intent, ...statuses]);
    }
  });
});

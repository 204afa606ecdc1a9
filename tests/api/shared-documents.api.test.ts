import { expect, test } from 'vitest';
import { connect, disconnect, execute } from '#db/connection.ts';
import { describeServersOnBoth } from '#tests/support/api-server.ts';
import type { Client } from '#tests/support/client.ts';
import { fieldValue } from '#tests/support/form-fields.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { plantChain, plantSiblings } from '#tests/support/planted.ts';
import type { Place } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

const UNKNOWN = 'c00000000000000000000000';
const LIMIT_MS = 2000;

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

  test('the archive says what goes with each entry, and deleting and emptying say how many before they act', async () => {
    const { owner } = await pair();
    const top = await makeDocument(owner, { title: 'Old garden' });
    const beds = await makeDocument(owner, { parentId: top.id });
    await makeDocument(owner, { parentId: beds.id });
    const single = await makeDocument(owner);
    for (const { id } of [top, single]) await owner.api.post(`/api/documents/${id}/archive`);
    expect((await owner.page.get('/archive')).text).toContain('with 2 more');
    const asked = await owner.page.post('/archive', { intent: 'delete', docId: top.id });
    expect((await owner.page.follow(asked)).text).toContain('2 more documents under it go with it.');
    const emptying = await owner.page.post('/archive', { intent: 'empty' });
    expect((await owner.page.follow(emptying)).text).toContain('Delete 4 documents for good?');
    const done = await owner.page.post('/archive?confirm=empty', { intent: 'empty' });
    expect((await owner.page.follow(done)).text).toContain('Deleted 4 documents');
    expect((await owner.api.get('/api/documents?scope=archived')).body.data.total).toBe(0);
  });

  test('recent, starred, shared and the inside of a document come in pages', async () => {
    const { owner, friend } = await pair();
    const parent = await makeDocument(owner, { title: 'Parent' });
    for (let n = 0; n < 61; n++) {
      const { id } = await makeDocument(owner, { title: `Row ${n}`, parentId: parent.id });
      if (n < 21) await owner.api.patch(`/api/documents/${id}`, { isStarred: true });
      if (n < 21) await share(owner, id, friend.email, 'READ');
    }
    const rows = async (person: Person, path: string) => {
      const main = /<main[\s\S]*<\/main>/.exec((await person.page.get(path)).text)![0];
      return new Set([...main.matchAll(/href="\/doc\/(c[a-z0-9]{23})"/g)].map(([, id]) => id)).size;
    };
    expect([await rows(owner, '/starred'), await rows(owner, '/starred?page=2')]).toEqual([20, 1]);
    expect([await rows(friend, '/shared'), await rows(friend, '/shared?page=2')]).toEqual([20, 1]);
    expect([await rows(owner, `/doc/${parent.id}?page=2`)]).toEqual([1]);
    expect(await rows(owner, `/doc/${parent.id}`)).toBe(60);
    expect((await owner.page.get('/')).text).toContain('Page 1 of ');
    expect((await friend.page.get('/shared')).text).toContain('>New<');
  });

  test('D7: paging, sorting and forms of lists take any words and never fail', async () => {
    const { owner } = await pair();
    const { id } = await makeDocument(owner);
    await makeDocument(owner, { parentId: id });
    const odd = [
      'page=-1',
      'page=9999999',
      'page=x%27',
      'limit=0',
      'sort=owner.password&order=asc;DROP',
      'level=root.x',
    ];
    for (const path of ['/', '/starred', '/shared', '/archive', `/doc/${id}`]) {
      for (const query of [...odd, `level=${id}.999999&open=x.${id}&close=%00`]) {
        expect([path, query, (await owner.page.get(`${path}?${query}`)).status]).toEqual([path, query, 200]);
      }
    }
    const sorted = await owner.page.post(`/doc/${id}`, {
      intent: 'sort-children',
      by: 'owner.password',
      order: 'asc;DROP',
    });
    expect(sorted.status).toBe(303);
  });

  test('J2: pages at the bottom of a thousand levels and beside ten thousand siblings come within two seconds', async () => {
    const { owner } = await pair();
    const parent = await makeDocument(owner, { title: 'Wide' });
    const [chain, siblings] = await planting(server(), owner, parent.id);
    await owner.page.get(`/doc/${parent.id}`);
    for (const path of [
      '/',
      `/doc/${chain.at(-1)}`,
      `/doc/${parent.id}`,
      `/doc/${parent.id}?page=100`,
      `/doc/${siblings[9000]}`,
      `/doc/${siblings[0]}.data`,
      `/doc/${chain.at(-1)}.data`,
    ]) {
      const { status, text, took } = await fastest(3, () => owner.page.get(path));
      expect([path, status]).toEqual([path, 200]);
      expect(took).toBeLessThan(LIMIT_MS);
      expect(text.length).toBeLessThan(1_500_000);
    }
    const beside = await owner.page.get(`/doc/${siblings[9000]}`);
    expect(beside.text).toMatch(new RegExp(`href="/doc/${siblings[9000]}" aria-current="page"`));
    expect(beside.text).toContain(`level=${parent.id}.46`);
    expect(beside.text).toContain(`level=${parent.id}.44`);
  });
});

/** Creates a chain of 1,000 documents and 10,000 siblings directly in the database. */
async function planting(server: Place, owner: Person, parentId: string): Promise<[string[], string[]]> {
  connect(server);
  try {
    const actor = {
      id: owner.id,
      email: owner.email,
      displayName: null,
      imageUrl: null,
      role: 'USER',
      lng: null,
    } as const;
    const planted: [string[], string[]] = [await plantChain(actor, 1000), await plantSiblings(actor, parentId, 10_000)];
    // Without ANALYZE, PostgreSQL would plan for the fifty rows it counted before.
    await execute('ANALYZE documents');
    return planted;
  } finally {
    await disconnect();
  }
}

/** Returns the fastest of several runs, as other load can only slow down a response. */
async function fastest<T extends object>(attempts: number, ask: () => Promise<T>): Promise<T & { took: number }> {
  const startedAt = performance.now();
  const answer = await ask();
  const took = performance.now() - startedAt;
  if (took < LIMIT_MS || attempts === 1) return { ...answer, took };
  return fastest(attempts - 1, ask);
}

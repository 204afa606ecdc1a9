import { expect, test } from 'vitest';
import { connect, disconnect, execute } from '#db/connection.ts';
import { describeServersOnBoth } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { plantChain, plantSiblings } from '#tests/support/planted.ts';
import type { Place } from '#tests/support/server.ts';

const LIMIT_MS = 2000;

describeServersOnBoth('documents of others', (server) => {
  test('the archive says what goes with each entry, and deleting and emptying say how many before they act', async () => {
    const owner = await newPerson(server(), 'owner');
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
    const [owner, friend] = [await newPerson(server(), 'owner'), await newPerson(server(), 'friend')];
    const parent = await makeDocument(owner, { title: 'Parent' });
    for (let n = 0; n < 61; n++) {
      const { id } = await makeDocument(owner, { title: `Row ${n}`, parentId: parent.id });
      if (n < 11) await owner.api.patch(`/api/documents/${id}`, { isStarred: true });
      if (n < 11) await share(owner, id, friend.email, 'READ');
    }
    const rows = async (person: Person, path: string) => {
      const main = /<main[\s\S]*<\/main>/.exec((await person.page.get(path)).text)![0];
      return new Set([...main.matchAll(/href="\/doc\/(c[a-z0-9]{23})"/g)].map(([, id]) => id)).size;
    };
    expect([await rows(owner, '/starred'), await rows(owner, '/starred?page=2')]).toEqual([10, 1]);
    expect([await rows(friend, '/shared?limit=0'), await rows(friend, '/shared?limit=20')]).toEqual([10, 11]);
    expect([await rows(owner, `/doc/${parent.id}?page=2`)]).toEqual([1]);
    expect(await rows(owner, `/doc/${parent.id}`)).toBe(60);
    expect((await owner.page.get('/')).text).toContain('Page 1 of ');
    expect((await friend.page.get('/shared')).text).toContain('>New<');
  });

  test('D7: paging, sorting and forms of lists take any words and never fail', async () => {
    const owner = await newPerson(server(), 'owner');
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
    const owner = await newPerson(server(), 'owner');
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

import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { arborOn } from '#tests/support/arbor.ts';
import { type Client, Client as Visitor } from '#tests/support/client.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { expireLink, makeLink, plantBranch, revokeLink } from '#tests/support/public-link.ts';
import { startServer } from '#tests/support/server.ts';

const status = async (client: Client, path: string) => (await client.page.get(path)).status;
const move = (person: Person, id: string, targetId: string | null) =>
  person.api.post('/api/documents/move', { id, targetId, dropPosition: 0 });

describeServers('a public link', (server) => {
  test('with its branch opens every document below, and nothing beside or above', async () => {
    const { owner, garden, beds, carrots, diary } = await plantBranch(server());
    const path = await makeLink(owner, beds.id, { withChildren: 'on' });
    const anyone = visitor(server());
    const top = await anyone.page.get(path);
    expect(top.text).toContain('Carrots');
    expect(top.text).not.toContain('Garden');
    const below = await anyone.page.get(`${path}/${carrots.id}`);
    expect(below.text).toContain('Orange');
    expect(below.text).toMatch(/aria-label="Breadcrumb"[\s\S]*Beds/);
    expect(below.text).not.toContain('Garden');
    for (const id of [garden.id, diary.id, 'c00000000000000000000000', 'files', `${carrots.id}/edit`]) {
      const { status: code, text } = await anyone.page.get(`${path}/${id}`);
      expect([id, code]).toEqual([id, 404]);
      expect(text).not.toMatch(/Garden|Secret diary|Beds/);
    }
  });

  test('names at once what was renamed, added, moved and archived in the branch', async () => {
    const { owner, garden, beds, carrots } = await plantBranch(server());
    const path = await makeLink(owner, garden.id, { withChildren: 'on' });
    const anyone = visitor(server());
    const seen = async () => (await anyone.page.get(path)).text;
    expect(await seen()).toContain('Beds');
    await owner.api.patch(`/api/documents/${beds.id}`, { title: 'Borders', icon: '🥕' });
    expect(await seen()).toMatch(/🥕[\s\S]*Borders/);
    const flowers = await makeDocument(owner, { title: 'Flowers', parentId: garden.id });
    expect((await seen()).indexOf('Borders')).toBeLessThan((await seen()).indexOf('Flowers'));
    await owner.api.post('/api/documents/move', { id: flowers.id, targetId: beds.id, dropPosition: -1 });
    expect((await seen()).indexOf('Flowers')).toBeLessThan((await seen()).indexOf('Borders'));
    await owner.page.post(`/doc/${garden.id}`, { intent: 'sort-children', by: 'title', order: 'asc' });
    expect((await seen()).indexOf('Borders')).toBeLessThan((await seen()).indexOf('Flowers'));
    await owner.api.post(`/api/documents/${flowers.id}/archive`);
    expect(await seen()).not.toContain('Flowers');
    await owner.api.patch(`/api/documents/${garden.id}`, { content: 'A new plan' });
    expect(await seen()).toContain('A new plan');
    await move(owner, carrots.id, garden.id);
    expect(await seen()).toContain('Carrots');
  });

  test('D4, D5: is good for nothing once revoked, expired, archived or moved away, on every process at once', async () => {
    const { owner, garden, beds, carrots } = await plantBranch(server());
    const other = await startServer({ DATABASE_URL: server().databaseUrl, DATA_DIR: server().dataDir });
    try {
      const path = await makeLink(owner, garden.id, { withChildren: 'on' });
      const below = `${path}/${carrots.id}`;
      const codes = async (at: string) => [
        await status(visitor(server()), at),
        await status(new Visitor(other.url), at),
      ];
      expect([await codes(path), await codes(below)]).toEqual([
        [200, 200],
        [200, 200],
      ]);
      await move(owner, beds.id, null);
      expect([await codes(path), await codes(below)]).toEqual([
        [200, 200],
        [404, 404],
      ]);
      await move(owner, beds.id, garden.id);
      expect(await codes(below)).toEqual([200, 200]);
      await owner.api.post(`/api/documents/${beds.id}/archive`);
      expect([await codes(path), await codes(below)]).toEqual([
        [200, 200],
        [404, 404],
      ]);
      await owner.api.post(`/api/documents/${beds.id}/restore`);
      await owner.api.post(`/api/documents/${garden.id}/archive`);
      expect([await codes(path), await codes(below)]).toEqual([
        [404, 404],
        [404, 404],
      ]);
      await owner.api.post(`/api/documents/${garden.id}/restore`);
      const past = { intent: 'link-create', expiresAt: '2020-01-31' };
      const refused = await owner.page.post(`/doc/${garden.id}/share`, past);
      expect([refused.status, refused.text.includes('Must be today or later')]).toEqual([422, true]);
      expect((await codes(path))[0]).toBe(200);
      await expireLink(server(), garden.id, '2020-01-31');
      expect([await codes(path), await codes(below)]).toEqual([
        [404, 404],
        [404, 404],
      ]);
      expect((await owner.page.get(`/doc/${garden.id}/share`)).text).toContain('expired on Jan 31, 2020');
      await makeLink(owner, garden.id, { expiresAt: new Date().toISOString().slice(0, 10) });
      expect([await codes(path), await codes(below)]).toEqual([
        [200, 200],
        [404, 404],
      ]);
      await revokeLink(owner, garden.id);
      expect(await codes(path)).toEqual([404, 404]);
      expect(await makeLink(owner, garden.id)).not.toBe(path);
      expect(await codes(path)).toEqual([404, 404]);
    } finally {
      await other.stop();
    }
  });

  test('ends with the account of its owner', async () => {
    const { owner, garden } = await plantBranch(server());
    const path = await makeLink(owner, garden.id);
    await arborOn(server(), ['user', 'suspend', owner.email]);
    expect(await status(visitor(server()), path)).toBe(404);
    await arborOn(server(), ['user', 'activate', owner.email]);
    expect(await status(visitor(server()), path)).toBe(200);
  });

  test('D1: is made, seen and revoked by the owner alone', async () => {
    const { owner, garden } = await plantBranch(server());
    const path = await makeLink(owner, garden.id);
    const [editor, stranger] = [await newPerson(server(), 'edit'), await newPerson(server(), 'stranger')];
    await share(owner, garden.id, editor.email, 'EDIT');
    for (const [person, code] of [
      [editor, 403],
      [stranger, 404],
    ] as const) {
      await person.page.get('/');
      const csrf = person.browser.cookies.get('XSRF-TOKEN')!;
      for (const intent of ['link-create', 'link-revoke']) {
        const answer = await person.page.postBlind(`/doc/${garden.id}/share`, { csrf, intent });
        expect([intent, answer.status]).toEqual([intent, code]);
      }
      expect((await person.page.get(`/doc/${garden.id}/share`)).text).not.toContain(path);
    }
    expect(await status(visitor(server()), path)).toBe(200);
  });

  test('leads to documents of its branch by the link, and to others not at all', async () => {
    const { owner, garden, beds, diary } = await plantBranch(server());
    const content = `[in](/doc/${beds.id}#north) [out](/doc/${diary.id}) [tool](/doc/${beds.id}/edit) <a href="/doc/${diary.id}" title="a>b">raw</a>`;
    await owner.api.patch(`/api/documents/${garden.id}`, { content });
    const path = await makeLink(owner, garden.id, { withChildren: 'on' });
    const { text } = await visitor(server()).page.get(path);
    expect(text).toContain(`href="${path}/${beds.id}#h-north">in</a>`);
    expect(text).not.toContain('/doc/');
    expect(text).toContain('<a>out</a>');
    const alone = await makeLink(owner, garden.id);
    expect((await visitor(server()).page.get(alone)).text).toContain('<a>in</a>');
  });
});

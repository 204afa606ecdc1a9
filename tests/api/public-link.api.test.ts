import { request } from 'node:http';
import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { arborOn } from '#tests/support/arbor.ts';
import { type Client, Client as Visitor } from '#tests/support/client.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { expireLink, makeLink, revokeLink } from '#tests/support/public-link.ts';
import { startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

const status = async (client: Client, path: string) => (await client.page.get(path)).status;
const move = (person: Person, id: string, targetId: string | null) =>
  person.api.post('/api/documents/move', { id, targetId, dropPosition: 0 });

describeServers('a public link', (server) => {
  /** Creates Garden with child Beds and grandchild Carrots, and a document beside them. */
  async function branch() {
    const owner = await newPerson(server(), 'owner');
    const garden = await makeDocument(owner, { title: 'Garden', content: '# Plan\n\n今年种胡萝卜。' });
    const beds = await makeDocument(owner, { title: 'Beds', content: 'North', parentId: garden.id });
    const carrots = await makeDocument(owner, { title: 'Carrots', content: 'Orange', parentId: beds.id });
    const diary = await makeDocument(owner, { title: 'Secret diary', content: 'Mine' });
    return { owner, garden, beds, carrots, diary };
  }

  test('shows the document to anyone: without account, cookie, script, form or a name', async () => {
    const { owner, garden, beds } = await branch();
    const path = await makeLink(owner, garden.id);
    expect(path).toMatch(/^\/s\/[\w-]{43}$/);
    const { status: code, text, headers, setCookies } = await visitor(server()).page.get(path);
    expect(code).toBe(200);
    expect(text).toContain('今年种胡萝卜');
    expect(setCookies).toEqual([]);
    expect(text).not.toMatch(/<script|<form|<input|csrf|user-info|javascript:|\son\w+=|modulepreload/i);
    expect(text).not.toContain(owner.email);
    expect(text).toContain('<meta name="robots" content="noindex, nofollow"/>');
    expect(headers.get('X-Robots-Tag')).toContain('noindex');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cache-Control')).toBe('private, no-cache');
    const policy = headers.get('Content-Security-Policy')!;
    expect(policy).toContain("script-src 'none'");
    expect(policy).not.toMatch(/nonce|script-src[^;]*(unsafe|self)/);
    // Without its branch, documents below are neither listed nor reachable.
    expect(text).not.toContain('Beds');
    expect(await status(visitor(server()), `${path}/${beds.id}`)).toBe(404);
    // A signed-in person gets the same bytes and no cookie.
    const again = await owner.page.get(path);
    expect([again.text, again.setCookies]).toEqual([text, []]);
  });

  test('with its branch opens every document below, and nothing beside or above', async () => {
    const { owner, garden, beds, carrots, diary } = await branch();
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
    const { owner, garden, beds, carrots } = await branch();
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
    const { owner, garden, beds, carrots } = await branch();
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
      expect((await owner.page.get(`/doc/${garden.id}/share`)).text).toContain('expired on 2020-01-31');
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
    const { owner, garden } = await branch();
    const path = await makeLink(owner, garden.id);
    await arborOn(server(), ['user', 'suspend', owner.email]);
    expect(await status(visitor(server()), path)).toBe(404);
    await arborOn(server(), ['user', 'activate', owner.email]);
    expect(await status(visitor(server()), path)).toBe(200);
  });

  test('D1: is made, seen and revoked by the owner alone', async () => {
    const { owner, garden } = await branch();
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

  test('counts its views and nothing else of them', async () => {
    const { owner, garden } = await branch();
    const path = await makeLink(owner, garden.id);
    const sharePage = async () => (await owner.page.get(`/doc/${garden.id}/share`)).text;
    expect(await sharePage()).toContain('Not read yet');
    const first = await visitor(server()).page.get(path);
    const etag = first.headers.get('ETag')!;
    const again = await visitor(server()).page.get(path, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    await visitor(server()).browser.request(path, { method: 'HEAD' });
    expect(await sharePage()).toContain('Read 2 times');
    await until(async () => expect(await sharePage()).toContain('Read 2 times'));
  });

  test('speaks the language and has the theme its address names, else the browser’s and the system’s', async () => {
    const { owner, garden, beds } = await branch();
    const path = await makeLink(owner, garden.id, { withChildren: 'on' });
    const read = async (at: string, language = '') =>
      (await visitor(server()).page.get(at, { headers: { 'Accept-Language': language } })).text;
    expect(await read(path, 'zh-CN,zh;q=0.9')).toContain('<html lang="zh" data-theme="system">');
    expect(await read(path, 'fr,en;q=0.5,zh;q=0')).toContain('<html lang="en" data-theme="system">');
    const chosen = await read(`${path}?lng=zh&theme=light`, 'en');
    expect(chosen).toContain('<html lang="zh" class="light" data-theme="light">');
    expect(chosen).toContain(`href="${path}/${beds.id}?lng=zh&amp;theme=light"`);
    expect(chosen).toContain('href="?lng=en&amp;theme=light"');
    expect(await read(`${path}?theme=system`)).toContain('<html lang="en" data-theme="system">');
    expect(await read(`${path}?lng=xx&theme=pink`, 'zh')).toContain('<html lang="zh" data-theme="system">');
    expect(await read('/s/nothing?lng=zh')).toContain('这里没有可读的内容');
  });

  test('leads to documents of its branch by the link, and to others not at all', async () => {
    const { owner, garden, beds, diary } = await branch();
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

  test('F2: a title, an icon and a text that try to be markup are shown as they were written', async () => {
    const { owner } = await branch();
    const evil = '</title><script>alert(1)</script>"\'>&lt;\u2028';
    const { id } = await makeDocument(owner, { title: evil, content: `${evil}\n\n[x](javascript:alert(1))` });
    const markup = await owner.api.patch(`/api/documents/${id}`, { icon: '"><img src=x onerror=x>' });
    expect(markup.body.errors).toEqual({ icon: ['Must be an emoji, such as 🌱'] });
    await makeDocument(owner, { title: '<img src=x onerror=alert(1)>', parentId: id });
    const path = await makeLink(owner, id, { withChildren: 'on' });
    const { text } = await visitor(server()).page.get(`${path}?theme=%22%3E%3Cscript%3E&lng=%3Cb%3E`);
    expect(text).not.toMatch(/<script|<img|javascript:|onerror=[^&]*>(?!.*&gt;)/i);
    expect(text).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    const gone = await visitor(server()).page.get(`/s/%3Cscript%3Ealert(1)%3C/script%3E`);
    expect([gone.status, gone.text.includes('<script')]).toEqual([404, false]);
  });

  test('answers reading alone, and a path it does not know with the same page', async () => {
    const { owner, garden } = await branch();
    const path = await makeLink(owner, garden.id);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await visitor(server()).browser.request(path, { method });
      expect([method, answer.status, answer.headers.get('Allow')]).toEqual([method, 405, 'GET, HEAD']);
    }
    const unknown = await visitor(server()).page.get(`/s/${'a'.repeat(43)}`);
    for (const at of ['/s/', '/s/x', '/s/%00', `${path}/../..%2f`, `${path}x`, `/s/${'a'.repeat(5000)}`]) {
      const { status: code, text } = await visitor(server()).page.get(at);
      expect([at, code, text]).toEqual([at, 404, unknown.text]);
    }
  });

  test('comes packed as the browser likes it', async () => {
    const { owner, garden } = await branch();
    const path = await makeLink(owner, garden.id);
    const encodings = { br: 'gzip, deflate, br', gzip: 'gzip;q=1.0, br;q=0', none: 'identity' };
    const answered: Record<string, unknown> = {};
    for (const [name, accept] of Object.entries(encodings))
      answered[name] = await encodingOf(server().url + path, accept);
    expect(answered).toEqual({ br: 'br', gzip: 'gzip', none: undefined });
  });

  test('its token is not in the log', async () => {
    const { owner, garden } = await branch();
    const path = await makeLink(owner, garden.id);
    const verbose = await startServer({
      DATABASE_URL: server().databaseUrl,
      DATA_DIR: server().dataDir,
      LOG_LEVEL: 'debug',
    });
    try {
      expect(await status(new Visitor(verbose.url), `${path}?theme=light`)).toBe(200);
      await until(() => expect(verbose.output()).toContain('"path":"/s/…?theme=light"'));
      expect(verbose.output()).not.toContain(path.slice(3));
    } finally {
      await verbose.stop();
    }
  });
});

/** Returns a response's encoding, without decoding it like fetch. */
function encodingOf(url: string, accept: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { 'Accept-Encoding': accept } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.headers['content-encoding']));
    })
      .on('error', reject)
      .end();
  });
}

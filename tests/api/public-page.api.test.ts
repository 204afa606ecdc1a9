import { request } from 'node:http';
import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { Client } from '#tests/support/client.ts';
import { makeDocument, visitor } from '#tests/support/people.ts';
import { makeLink, plantBranch } from '#tests/support/public-link.ts';
import { startServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';

describeServers('a public link', (server) => {
  test('shows the document to anyone: without account, cookie, script, form or a name', async () => {
    const { owner, garden, beds } = await plantBranch(server());
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
    expect((await visitor(server()).page.get(`${path}/${beds.id}`)).status).toBe(404);
    // A signed-in person gets the same bytes and no cookie.
    const again = await owner.page.get(path);
    expect([again.text, again.setCookies]).toEqual([text, []]);
  });

  test('counts its views and nothing else of them', async () => {
    const { owner, garden } = await plantBranch(server());
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
    const { owner, garden, beds } = await plantBranch(server());
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

  test('F2: a title, an icon and a text that try to be markup are shown as they were written', async () => {
    const { owner } = await plantBranch(server());
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
    const { owner, garden } = await plantBranch(server());
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
    const { owner, garden } = await plantBranch(server());
    const path = await makeLink(owner, garden.id);
    const encodings = { br: 'gzip, deflate, br', gzip: 'gzip;q=1.0, br;q=0', none: 'identity' };
    const answered: Record<string, unknown> = {};
    for (const [name, accept] of Object.entries(encodings))
      answered[name] = await encodingOf(server().url + path, accept);
    expect(answered).toEqual({ br: 'br', gzip: 'gzip', none: undefined });
  });

  test('its token is not in the log', async () => {
    const { owner, garden } = await plantBranch(server());
    const path = await makeLink(owner, garden.id);
    const verbose = await startServer({
      DATABASE_URL: server().databaseUrl,
      DATA_DIR: server().dataDir,
      LOG_LEVEL: 'debug',
    });
    try {
      expect((await new Client(verbose.url).page.get(`${path}?theme=light`)).status).toBe(200);
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

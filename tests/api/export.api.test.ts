import { expect, test } from 'vitest';
import { describeOwnServers } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, visitor } from '#tests/support/people.ts';
import { readZip } from '#tests/support/zip.ts';

describeOwnServers('downloading everything one owns', (server) => {
  test('a zip of Markdown files and account.json, for its owner alone', async () => {
    const olga = await newPerson(server());
    const { id } = await makeDocument(olga, { title: '苗床', content: '# Beds\n\nCarrots.' });
    await makeDocument(olga, { title: 'Inside', parentId: id });
    await makeDocument(await newPerson(server()), { title: 'Of someone else' });
    const cookie = [...olga.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const path = `${server().url}/settings/export`;
    const answer = await fetch(path, { headers: { Cookie: cookie } });
    expect(answer.headers.get('Content-Type')).toBe('application/zip');
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="arbor-\d{4}-\d\d-\d\d\.zip"$/);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const files = await readZip(answer.body!);
    expect([...files.keys()]).toEqual([
      'arbor.json',
      'account.json',
      'documents/1-苗床/index.md',
      'documents/1-苗床/1-Inside.md',
    ]);
    expect(files.get('documents/1-苗床/index.md')).toMatch(
      /^---\narbor: 1\nid: "c\w{23}"\ntitle: "苗床"\n[\s\S]*\n---\n# Beds\n\nCarrots\.$/,
    );
    const head = await fetch(path, { method: 'HEAD', headers: { Cookie: cookie } });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await visitor(server()).page.get('/settings/export')).headers.get('Location')).toContain('/login');
  });

  test('a download that is broken off leaves the server as it was', async () => {
    const olga = await newPerson(server());
    const content = Array.from({ length: 20_000 }, () => Math.random().toString(36)).join('\n');
    for (let n = 0; n < 5; n++) await makeDocument(olga, { title: `Large ${n}`, content });
    const cookie = [...olga.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${server().url}/settings/export`, { headers: { Cookie: cookie } });
    const reader = answer.body!.getReader();
    await reader.read();
    await reader.cancel();
    expect((await olga.page.get('/settings')).status).toBe(200);
    expect(server().output()).not.toMatch(/"level":[56]0|unhandled/i);
  });
});

import { expect, test } from 'vitest';
import { describeServersOnBoth } from '#tests/support/api-server.ts';
import type { Answer } from '#tests/support/client.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { buildZip, readZip } from '#tests/support/zip.ts';

type Files = Record<string, string | Buffer>;

async function upload(who: Person, files: Files, fields: Record<string, string> = {}): Promise<Answer> {
  const page = await who.page.get('/import');
  const csrf = formFields(page.text).find(({ name }) => name === 'csrf')?.value ?? '';
  const body = new FormData();
  for (const [name, value] of Object.entries({ csrf, intent: 'import', ...fields })) body.append(name, value);
  for (const [name, bytes] of Object.entries(files)) body.append('files', new File([Buffer.from(bytes)], name));
  return who.page.postBlind('/import', {}, { body });
}

const roots = async (who: Person) => {
  const { body } = await who.api.get('/api/documents/tree');
  return body.data as { id: string; title: string }[];
};
const importIdIn = (page: Answer) => formFields(page.text).find(({ name }) => name === 'importId')!.value;

describeServersOnBoth('importing over HTTP', (server) => {
  test('files become documents, the page reports, undo takes them back', async () => {
    const olga = await newPerson(server());
    const zip = buildZip([
      { path: 'in/index.md', text: '# In' },
      { path: 'in/leaf.md', text: '# Leaf' },
      { path: 'in/photo.png', text: 'x' },
    ]);
    const answer = await upload(olga, { 'a.md': '# One', 'b.zip': zip, '坏.md': Buffer.from([0xff, 0xfe, 0x41]) });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/import#imports']);
    const page = await olga.page.follow(answer);
    expect(page.text).toContain('3 documents imported');
    expect(page.text).toMatch(/坏\.md<\/span> .*is not the text its first bytes announce/);
    expect(page.text).toMatch(/b\.zip\/in\/photo\.png<\/span> .*is not linked from any text/);
    expect((await roots(olga)).map(({ title }) => title)).toEqual(['One', 'In']);
    const undone = await olga.page.post('/import', { intent: 'undo', importId: importIdIn(page) });
    expect((await olga.page.follow(undone)).text).toContain('Import undone: 3 documents deleted');
    expect(await roots(olga)).toEqual([]);
  });

  test('one looks first: the page names what would come and what not, then brings it in or drops it', async () => {
    const olga = await newPerson(server());
    const zip = buildZip([{ path: 'in/leaf.md', text: '# Leaf [[Nowhere]]' }]);
    const looked = await upload(olga, { 'b.zip': zip }, { intent: 'preview' });
    expect([looked.status, looked.headers.get('Location')]).toEqual([303, '/import#imports']);
    const page = await olga.page.follow(looked);
    expect(page.text).toContain('2 documents would come; attached files: 0.');
    expect(page.text).toMatch(/Leaf.*b\.zip\/in\/leaf\.md/);
    expect(page.text).toContain('names a page or file that did not come along: [[Nowhere]]');
    expect(await roots(olga)).toEqual([]);
    const importId = importIdIn(page);
    const brought = await olga.page.follow(await olga.page.post('/import', { intent: 'start', importId }));
    expect(brought.text).toContain('2 documents imported');
    expect((await roots(olga)).map(({ title }) => title)).toEqual(['in']);
    expect((await olga.page.post('/import', { intent: 'start', importId })).status).toBe(404);
    const again = await olga.page.follow(await upload(olga, { 'b.zip': zip }, { intent: 'preview' }));
    const dropped = await olga.page.post('/import', { intent: 'undo', importId: importIdIn(again) });
    expect((await olga.page.follow(dropped)).text).toContain('Discarded');
    expect(await roots(olga)).toHaveLength(1);
  });

  test('goes under a document that may be edited; a reader is refused, a stranger learns nothing', async () => {
    const [olga, edith, rhea, sven] = await Promise.all(
      ['olga', 'edith', 'rhea', 'sven'].map((name) => newPerson(server(), name)),
    );
    const { id } = await makeDocument(olga!);
    await share(olga!, id, edith!.email, 'EDIT');
    await share(olga!, id, rhea!.email, 'READ');
    const status = async (who: Person | undefined) => (await upload(who!, { 'a.md': 'x' }, { parentId: id })).status;
    expect(await Promise.all([edith, rhea, sven].map(status))).toEqual([303, 403, 404]);
    const none = `c${'0'.repeat(23)}`;
    expect((await upload(sven!, { 'a.md': 'x' }, { parentId: none })).status).toBe(404);
    expect((await upload(sven!, { 'a.md': 'x' }, { parentId: 'x' })).status).toBe(422);
    expect((await olga!.page.get(`/import?parentId=${id}`)).text).toContain(`<option value="${id}" selected`);
    expect((await rhea!.page.get(`/import?parentId=${id}`)).status).toBe(403);
    const { body } = await olga!.api.get(`/api/documents/tree?parentId=${id}`);
    expect(body.data).toHaveLength(1);
  });

  test('no file is 422 beside the field, without csrf nothing is done, without a session one signs in first', async () => {
    const olga = await newPerson(server());
    const empty = await upload(olga, {});
    expect([empty.status, empty.text.includes('Choose at least one file')]).toEqual([422, true]);
    expect((await upload(olga, { 'a.md': 'x' }, { csrf: 'x' })).status).toBe(403);
    expect((await upload(olga, { 'a.md': 'x' }, { intent: 'undo', importId: `c${'0'.repeat(23)}` })).status).toBe(404);
    expect(await roots(olga)).toEqual([]);
    const nobody = visitor(server());
    expect((await nobody.page.get('/import')).headers.get('Location')).toContain('/login?redirectTo=%2Fimport');
  });

  test('files of which nothing can be taken are refused with the status of the reason, above the report', async () => {
    const olga = await newPerson(server());
    const outcomeOf = async (files: Record<string, string>) => {
      const { status, text } = await upload(olga, files);
      const message = /id="files-error">([^<]*)</.exec(text)?.[1];
      return [status, message, Object.keys(files).every((name) => text.includes(name))];
    };
    const nothing = 'Nothing was imported. The report below says why.';
    expect(await outcomeOf({ 'run.exe': 'MZ' })).toEqual([415, nothing, true]);
    expect(await outcomeOf({ 'long.md': 'x'.repeat(1.5 * 1024 * 1024 + 1) })).toEqual([422, nothing, true]);
    expect(await outcomeOf({ 'bad.zip': 'no zip' })).toEqual([422, nothing, true]);
    const planned = await olga.page.follow(await upload(olga, { 'run.exe': 'MZ' }, { intent: 'preview' }));
    const started = await olga.page.post('/import', { intent: 'start', importId: importIdIn(planned) });
    expect([started.status, /id="undo-summary"[\s\S]*?<p>([^<]*)</.exec(started.text)?.[1]]).toEqual([415, nothing]);
    expect((await upload(olga, { 'run.exe': 'MZ', 'a.md': '# Taken' })).status).toBe(303);
    expect(await roots(olga)).toHaveLength(1);
  });

  test('another’s import cannot be undone', async () => {
    const [olga, sven] = [await newPerson(server()), await newPerson(server())];
    await upload(olga, { 'a.md': '# Mine' });
    const importId = importIdIn(await olga.page.get('/import'));
    expect((await sven.page.post('/import', { intent: 'undo', importId })).status).toBe(404);
    expect(await roots(olga)).toHaveLength(1);
  });

  test('more than the limit is 413 and says how much may be sent; more files than can be are 422', async () => {
    const olga = await newPerson(server());
    const part = Buffer.alloc(13 * 1024 * 1024, 'x');
    const large = await upload(olga, { 'a.md': part, 'b.md': part });
    expect([large.status, large.text.includes('together at most 25 MB')]).toEqual([413, true]);
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`${n}.md`, 'x']));
    expect((await upload(olga, many)).status).toBe(422);
    const broken = await olga.page.postBlind(
      '/import',
      {},
      {
        body: '--x\r\nContent-Disposition: form-data; name="files"; filename="a.md"\r\n\r\nno end',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      },
    );
    expect(broken.status).toBe(400);
    expect(await roots(olga)).toEqual([]);
    expect((await upload(olga, { 'c.md': '# Still here' })).status).toBe(303);
  });
});

describeServersOnBoth('exporting over HTTP', (server) => {
  test('Markdown, HTML and zip, under the document’s name in any alphabet', async () => {
    const olga = await newPerson(server());
    const content = '---\na: 1\n---\n# Beds\r\n';
    const { id } = await makeDocument(olga, { title: '苗床 "one"', content });
    await makeDocument(olga, { title: 'Inside', parentId: id });
    const of = (format: string) => olga.page.get(`/doc/${id}/export?format=${format}`);
    const md = await of('md');
    expect([md.headers.get('Content-Type'), md.text]).toEqual([
      'text/markdown; charset=utf-8',
      content.replace('\r', ''),
    ]);
    expect(md.headers.get('Content-Disposition')).toBe(
      `attachment; filename="?? one.md"; filename*=UTF-8''${encodeURIComponent('苗床 one.md')}`,
    );
    expect((await of('unknown')).headers.get('Content-Type')).toContain('text/markdown');
    const html = await of('html');
    expect([html.headers.get('Content-Type'), html.text.startsWith('<!doctype html>')]).toEqual([
      'text/html; charset=utf-8',
      true,
    ]);
    const cookie = [...olga.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = `${server().url}/doc/${id}/export?format=zip`;
    const zip = await fetch(url, { headers: { Cookie: cookie } });
    expect(zip.headers.get('Content-Type')).toBe('application/zip');
    expect([...(await readZip(zip.body!)).keys()]).toEqual(['1-苗床 one/index.md', '1-苗床 one/1-Inside.md']);
    const site = await fetch(url.replace('=zip', '=site'), { headers: { Cookie: cookie } });
    const pages = await readZip(site.body!);
    expect(pages.get('search.html')).toContain('<h1>Search</h1>');
    expect([...pages.keys()]).toEqual(expect.arrayContaining(['index.html', '1-苗床 one/index.html']));
    const head = await fetch(url, { method: 'HEAD', headers: { Cookie: cookie } });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('READ is enough, and needed; what cannot be seen is the not-found page', async () => {
    const [olga, rhea, nora, sven] = await Promise.all(
      ['olga', 'rhea', 'nora', 'sven'].map((name) => newPerson(server(), name)),
    );
    const { id } = await makeDocument(olga!, { content: 'For readers' });
    await share(olga!, id, rhea!.email, 'READ');
    await share(olga!, id, nora!.email, 'NONE');
    for (const format of ['md', 'html', 'zip']) {
      const path = `/doc/${id}/export?format=${format}`;
      const statuses = await Promise.all(
        [olga!, rhea!, nora!, sven!].map(async (who) => (await who.page.get(path)).status),
      );
      expect([format, statuses]).toEqual([format, [200, 200, 404, 404]]);
      expect((await visitor(server()).page.get(path)).headers.get('Location')).toMatch(/^\/login\?redirectTo=/);
    }
    // No Chromium is configured.
    expect((await olga!.page.get(`/doc/${id}/export?format=pdf`)).status).toBe(404);
    expect((await olga!.page.get(`/doc/${id}`)).text).not.toContain('format=pdf');
    const missing = await sven!.page.get('/doc/no-id/export?format=md');
    expect([missing.status, missing.text.includes('<main')]).toEqual([404, true]);
  });
});

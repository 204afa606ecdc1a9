import { beforeAll, describe, expect, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import { type Part, postFiles } from '#tests/support/form-upload.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';
import { download, PNG } from '#tests/support/upload.ts';

describe('the files page without scripts', () => {
  const server = ownServer({ MAX_UPLOAD_MB: '1' });
  let owner: Person;
  let path: string;
  let docId: string;
  beforeAll(async () => {
    owner = await newPerson(server());
    docId = (await makeDocument(owner)).id;
    path = `/doc/${docId}/files`;
  });

  const post = (who: Person, parts: Part[], change: { csrf?: string } = {}) =>
    postFiles(who, path, { intent: 'upload', field: 'file', parts, ...change });
  const ids = (text: string) => [...text.matchAll(/name="fileId" value="(c[a-z0-9]{23})"/g)].map(([, id]) => id!);

  test('takes several files, shows them with their Markdown, finds them by name, and removes one', async () => {
    const added = await post(owner, [
      { name: 'leaf.png', bytes: PNG },
      { name: '苗床.txt', bytes: 'north' },
    ]);
    expect(added.status).toBe(303);
    const { text } = await owner.page.get(path);
    const [first, second] = ids(text);
    expect(text).toContain(`![leaf.png](/api/files/`);
    expect(text).toContain('苗床.txt');
    expect((await owner.page.get(`${path}?keyword=LEAF`)).text).not.toContain('苗床.txt');
    expect((await download(server(), owner, `/api/files/${first}`)).status).toBe(200);
    const removed = await owner.page.post(path, { intent: 'file-remove', fileId: first! });
    expect(removed.status).toBe(303);
    expect(ids((await owner.page.get(path)).text)).toEqual([second]);
  });

  test('renames a file, which keeps its ending, for those who may edit', async () => {
    await post(owner, [{ name: 'bed.txt', bytes: 'north' }]);
    const [id] = ids((await owner.page.get(path)).text);
    const rename = (who: Person, fileName: string, where = path) =>
      who.page.post(where, { intent: 'file-rename', renamed: id!, fileName });
    expect((await rename(owner, '北 苗床')).status).toBe(303);
    expect((await owner.page.get(path)).text).toContain('北 苗床.txt');
    const { headers } = await download(server(), owner, `/api/files/${id}`);
    expect(headers.get('Content-Disposition')).toContain(encodeURIComponent('北 苗床.txt'));
    const refused = await rename(owner, 'a/b');
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(new RegExp(`<input[^>]*id="name-${id}"[^>]*value="a/b"`));
    // 252 bytes, and four of its ending.
    expect((await rename(owner, 'é'.repeat(126))).status).toBe(422);
    const reader = await newPerson(server(), 'rhea');
    await share(owner, docId, reader.email, 'READ');
    const other = await makeDocument(owner);
    const csrf = reader.browser.cookies.get('XSRF-TOKEN')!;
    const asReader = await reader.page.postBlind(path, { csrf, intent: 'file-rename', renamed: id!, fileName: 'x' });
    expect([asReader.status, (await rename(owner, 'x', `/doc/${other.id}/files`)).status]).toEqual([403, 404]);
    expect((await owner.page.get(path)).text).toContain('北 苗床.txt');
    await owner.page.post(path, { intent: 'file-remove', fileId: id! });
  });

  test('names the file that is refused, with the API’s status', async () => {
    const lie = await post(owner, [{ name: 'lie.png', bytes: '<script>' }]);
    expect([lie.status, lie.text.includes('lie.png is of a type')]).toEqual([415, true]);
    expect((await post(owner, [{ name: 'tool.exe', bytes: 'MZ' }])).status).toBe(415);
    expect((await post(owner, [])).status).toBe(422);
  });

  test('limits the size of each file, and of a form to that of ten; says so at the field', async () => {
    const files = (count: number, length: number) =>
      Array.from({ length: count }, (_, nth) => ({ name: `part ${nth}.txt`, bytes: 'a'.repeat(length) }));
    expect((await post(owner, files(2, 900_000))).status).toBe(303);
    const { text } = await owner.page.get(path);
    expect(text).toContain('part 1.txt');
    for (const [parts, status, message] of [
      [files(1, 1024 * 1024 + 10), 413, 'A file is too large: at most 1 MB'],
      [files(12, 1024 * 1024 - 10), 413, 'The files are too large: together at most 10 MB'],
      [files(201, 1), 422, 'At most 200 files at once'],
    ] as const) {
      const refused = await post(owner, parts);
      expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(`id="file-error">${message}`)]);
      expect(refused.text).toContain(`<a href="#file">${message}`);
    }
    expect(ids((await owner.page.get(path)).text)).toEqual(ids(text));
  });

  test('C4: a forged form stores nothing', async () => {
    const before = ids((await owner.page.get(path)).text);
    expect((await post(owner, [{ name: 'forged.txt', bytes: 'x' }], { csrf: 'x' })).status).toBe(403);
    expect(ids((await owner.page.get(path)).text)).toEqual(before);
  });

  test('D1: a reader looks and neither adds nor removes', async () => {
    const reader = await newPerson(server());
    await share(owner, docId, reader.email, 'READ');
    const { text } = await reader.page.get(path);
    expect(text).not.toContain('type="file"');
    const csrf = reader.browser.cookies.get('XSRF-TOKEN')!;
    expect((await post(reader, [{ name: 'x.txt', bytes: 'x' }], { csrf })).status).toBe(403);
    const [id] = ids((await owner.page.get(path)).text);
    const removal = await reader.page.postBlind(path, { csrf, intent: 'file-remove', fileId: id! });
    expect(removal.status).toBe(403);
    expect((await newPerson(server()).then((stranger) => stranger.page.get(path))).status).toBe(404);
  });

  test('a cover is chosen, moved and removed by forms on the document', async () => {
    const page = `/doc/${docId}`;
    expect((await owner.page.post(page, { intent: 'cover', url: '/covers/hills.svg', isPreset: 'true' })).status).toBe(
      303,
    );
    expect((await owner.page.post(page, { intent: 'cover', scrollY: '40' })).status).toBe(303);
    expect((await owner.page.get(page)).text).toContain('object-position:50% 40%');
    expect((await owner.page.post(page, { intent: 'cover', url: 'javascript:alert(1)' })).status).toBe(422);
    expect((await owner.page.post(page, { intent: 'cover-remove' })).status).toBe(303);
    expect((await owner.page.post(page, { intent: 'cover-remove' })).status).toBe(404);
  });
});

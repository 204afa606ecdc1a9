import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { ownServer } from '#tests/support/api-server.ts';
import { postFiles } from '#tests/support/form-upload.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { confirm, download, PNG, put, requestUpload, type Ticket, upload } from '#tests/support/upload.ts';
import { buildZip } from '#tests/support/zip.ts';

const LIMIT = 1024 * 1024;
const server = ownServer({ MAX_UPLOAD_MB: '1' });
let owner: Person;
beforeAll(async () => {
  owner = await newPerson(server(), 'owner');
});

const waiting = ({ dataDir }: RunningServer) => {
  const folder = join(dataDir, 'uploads/incoming');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('names', () => {
  test.each([
    '../../etc/passwd',
    '..\\..\\x',
    '/etc/passwd',
    '%2e%2e%2fpng',
    'png\0',
    'png\0.txt',
    'png\r\nX: y',
    'php.jpg ',
    'jpg.php',
    '.htaccess',
    'x'.repeat(300),
    '__proto__',
  ])('G1: the ending %j is none', async (ext) => {
    const { status, body } = await owner.api.post('/api/files/upload-request', { fileName: 'x', ext });
    expect([
      [415, 5007],
      [422, 422],
    ]).toContainEqual([status, body.statusCode]);
  });

  test('G1: a name with two endings is that of its last, and the bytes have to be what it says', async () => {
    const shell = '<?php system($_GET["c"]); ?>';
    const ticket = await requestUpload(owner, { fileName: 'shell.php.png', ext: 'png' });
    await put(ticket, shell);
    expect((await confirm(owner, ticket)).body.statusCode).toBe(5007);
    const { file } = await upload(owner, PNG, { fileName: 'leaf.php.png', ext: 'png' });
    const { headers } = await download(server(), owner, file.downloadUrl);
    expect(headers.get('Content-Type')).toBe('image/png');
  });

  test('G1: a form’s file names are cut to their last part, without what could break a header', async () => {
    const { id } = await makeDocument(owner);
    const path = `/doc/${id}/files`;
    const names = [
      '../../outside.png',
      '..\\..\\windows.png',
      'C:\\x\\drive.png',
      '/etc/root.png',
      `${'字'.repeat(300)}.png`,
    ];
    const parts = names.map((name) => ({ name, bytes: PNG }));
    expect((await postFiles(owner, path, { intent: 'upload', field: 'file', parts })).status).toBe(303);
    const page = (await owner.page.get(path)).text;
    const shown = [...page.matchAll(/!\[([^\]]+)\]\(\/api/g)].map(([, name]) => name!);
    expect(shown).toHaveLength(names.length);
    for (const ending of ['outside.png', 'windows.png', 'drive.png', 'root.png', '字.png'])
      expect(shown.filter((name) => name.endsWith(ending))).toHaveLength(1);
    for (const name of shown) expect([/[/\\]/.test(name), Buffer.byteLength(name) <= 255]).toEqual([false, true]);
    expect(existsSync(join(server().dataDir, '../outside.png'))).toBe(false);
  });

  test('G1: a link somebody put into the store leads nowhere', async () => {
    const { file } = await upload(owner, 'The north bed gets compost.', { fileName: 'bed.txt', ext: 'txt' });
    const folder = join(server().dataDir, 'uploads/blobs', owner.id);
    const secret = join(server().dataDir, 'outside.txt');
    writeFileSync(secret, 'Not for anyone to read here');
    const blob = readdirSync(folder).find((name) => readFileSync(join(folder, name), 'utf8').startsWith('The north'))!;
    rmSync(join(folder, blob));
    symlinkSync(secret, join(folder, blob));
    const answer = await download(server(), owner, file.downloadUrl);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.bytes.toString()).not.toContain('Not for anyone');
  });
});

describe('bytes', () => {
  const script = '<script>alert(1)</script>';
  const picture = (format: 'gif' | 'jpeg' | 'webp' | 'png') =>
    sharp({ create: { width: 4, height: 4, channels: 3, background: '#2c6e49' } })
      .toFormat(format)
      .toBuffer();
  const asf = Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(4000)]);

  test.each<[string, string, string | Buffer]>([
    ['GIF and script in one, no picture behind the first bytes', 'gif', `GIF89a/*${script}*/=1;alert(1)`],
    ['HTML after a PNG signature', 'png', Buffer.concat([PNG.subarray(0, 8), Buffer.from(script)])],
    ['HTML as a PNG', 'png', `<!doctype html>${script}`],
    ['SVG as a PNG', 'png', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
    ['HTML as a PDF', 'pdf', `<html>${script}`],
    ['PDF and HTML in one, as HTML', 'html', `%PDF-1.7\n<html>${script}`],
    ['a program as text', 'txt', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
    ['a JPEG as a PNG', 'png', Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')],
    ['an ASF whose parts have no length', 'png', asf],
    ['a ZIP as a picture', 'png', buildZip([{ path: '[Content_Types].xml', text: ' '.repeat(500_000) }])],
    ['nothing', 'png', ''],
  ])('G2: %s is refused and taken away', async (_name, ext, bytes) => {
    const ticket = await requestUpload(owner, { fileName: `lie.${ext}`, ext });
    expect((await put(ticket, typeof bytes === 'string' ? bytes : new Uint8Array(bytes))).status).toBe(200);
    const { status, body } = await confirm(owner, ticket);
    expect([status, body.statusCode]).toEqual([415, 5007]);
    expect(waiting(server()).filter((name) => name.startsWith(ticket.fileKey))).toEqual([]);
  });

  test.each<[string, string, () => Promise<Buffer>, string]>([
    [
      'a GIF that ends in a script',
      'gif',
      async () => Buffer.concat([await picture('gif'), Buffer.from(script)]),
      'image/gif',
    ],
    [
      'a PNG that ends in a ZIP',
      'png',
      async () => Buffer.concat([await picture('png'), buildZip([{ path: 'x.html', text: script }])]),
      'image/png',
    ],
    [
      'a JPEG that ends in HTML',
      'jpg',
      async () => Buffer.concat([await picture('jpeg'), Buffer.from(script)]),
      'image/jpeg',
    ],
    [
      'a PDF with HTML in it',
      'pdf',
      async () => Buffer.from(`%PDF-1.7\n<html>${script}</html>\n%%EOF`),
      'application/pdf',
    ],
  ])('G2: %s is sent as what it was stored as, in a box, and nothing sniffs it', async (_name, ext, bytes, type) => {
    const { file } = await upload(owner, Buffer.from(await bytes()), { fileName: `both.${ext}`, ext });
    const { status, headers } = await download(server(), owner, file.downloadUrl);
    expect([status, headers.get('Content-Type')]).toEqual([200, type]);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toContain("sandbox; default-src 'none'");
    expect(headers.get('Content-Disposition')).toMatch(ext === 'pdf' ? /^attachment/ : /^inline/);
  });

  test('G2: a picture larger than anyone decodes is refused without decoding it', async () => {
    const wide = { create: { width: 16_000, height: 16_000, channels: 3 as const, background: '#fff' } };
    const bomb = await sharp(wide).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(LIMIT);
    const ticket = await requestUpload(owner, { fileName: 'bomb.png' });
    await put(ticket, new Uint8Array(bomb));
    expect((await confirm(owner, ticket)).body.statusCode).toBe(5007);
  });
});

describe('sizes', () => {
  const letters = (length: number) => Buffer.alloc(length, 97);
  const text1 = { fileName: 'a.txt', ext: 'txt' };

  test('G3: one byte less than the limit and the limit itself are taken, one more is not', async () => {
    for (const length of [LIMIT - 1, LIMIT]) {
      const { file } = await upload(owner, letters(length), text1);
      expect(file.size).toBe(length);
    }
    const said = await owner.api.post('/api/files/upload-request', { ...text1, size: LIMIT + 1 });
    expect([said.status, said.body.statusCode]).toEqual([413, 5006]);
    const unsaid = await requestUpload(owner, text1);
    const answer = await put(unsaid, new Uint8Array(letters(LIMIT + 1)));
    expect([answer.status, JSON.parse(answer.text).statusCode]).toEqual([413, 5006]);
    expect((await confirm(owner, unsaid)).body.statusCode).toBe(5001);
    expect(waiting(server())).toEqual([]);
  });

  /** Opens a PUT that declares `length` bytes and sends only `body`. */
  function begin(ticket: Ticket, length: number, body: string) {
    const { hostname, port, pathname, search } = new URL(ticket.credentials.url);
    const socket = connect(Number(port), hostname);
    const headers = Object.entries(ticket.credentials.headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(
      [
        `PUT ${pathname}${search} HTTP/1.1`,
        `Host: ${hostname}`,
        ...headers,
        `Content-Length: ${length}`,
        '',
        body,
      ].join('\r\n'),
    );
    return socket;
  }

  test('G3: four gigabytes that are announced are refused before any of them comes', async () => {
    const ticket = await requestUpload(owner, text1);
    const socket = begin(ticket, 4 * 1024 ** 3, 'a'.repeat(1024));
    const [answer] = (await new Promise((heard) => socket.once('data', (data) => heard([data])))) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    await until(() => expect(waiting(server())).toEqual([]));
  });

  test('G3: a body shorter than announced leaves nothing behind', async () => {
    const ticket = await requestUpload(owner, text1);
    const socket = begin(ticket, 1000, 'a'.repeat(10));
    await until(() => expect(waiting(server()).length).toBe(1));
    socket.destroy();
    await until(() => expect(waiting(server())).toEqual([]));
    expect((await confirm(owner, ticket)).body.statusCode).toBe(5001);
  });
});

test('G5: an upload that is given up takes no room, and is only its uploader’s to give up', async () => {
  const other = await newPerson(server(), 'other');
  const ticket = await requestUpload(owner);
  await put(ticket, PNG);
  expect((await other.api.delete(ticket.downloadUrl)).body.statusCode).toBe(5001);
  expect((await owner.api.delete(ticket.downloadUrl)).status).toBe(200);
  expect(waiting(server())).toEqual([]);
  expect((await confirm(owner, ticket)).body.statusCode).toBe(5001);
});

test('G5: confirmed many times at once it is one file, told alike each time', async () => {
  const ticket = await requestUpload(owner);
  await put(ticket, PNG);
  const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(owner, ticket)));
  expect(answers.map(({ body }) => [body.statusCode, body.data?.file.id])).toEqual(Array(6).fill([0, ticket.fileId]));
});

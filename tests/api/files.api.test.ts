import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { describeServersOnBoth } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { confirm, download, PNG, put, requestUpload, stored, type Ticket, upload } from '#tests/support/upload.ts';

describeServersOnBoth('files', (server) => {
  let owner: Person;
  let docId: string;
  beforeAll(async () => {
    owner = await newPerson(server(), 'owner');
    docId = (await makeDocument(owner)).id;
  });

  test('request, PUT and confirm make a file that comes back byte for byte', async () => {
    const { ticket, file } = await upload(owner, PNG, { docId, size: PNG.length });
    expect(file).toEqual({
      id: ticket.fileId,
      fileKey: ticket.fileKey,
      fileName: 'leaf.png',
      ext: 'png',
      type: 'image/png',
      size: PNG.length,
      width: 2,
      height: 1,
      docId,
      downloadUrl: `/api/files/${ticket.fileId}`,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const { status, headers, bytes } = await download(server(), owner, file.downloadUrl);
    expect([status, bytes.equals(PNG)]).toEqual([200, true]);
    expect(headers.get('Content-Type')).toBe('image/png');
    expect(headers.get('Content-Disposition')).toMatch(/^inline/);
    expect(headers.get('Cache-Control')).toContain('private');
  });

  test('G6: HEAD, Range, If-None-Match and If-Range', async () => {
    const text = 'The north bed gets compost.';
    const { file } = await upload(owner, text, { docId, fileName: 'bed.txt', ext: '.TXT' });
    const get = (headers: Record<string, string>) => download(server(), owner, file.downloadUrl, headers);
    const part = await get({ Range: 'bytes=4-8' });
    expect([part.status, part.bytes.toString(), part.headers.get('Content-Range')]).toEqual([
      206,
      'north',
      `bytes 4-8/${text.length}`,
    ]);
    expect((await get({ Range: 'bytes=-8' })).bytes.toString()).toBe('compost.');
    expect((await get({ Range: 'bytes=1000-' })).status).toBe(416);
    const etag = part.headers.get('ETag')!;
    expect((await get({ 'If-None-Match': etag })).status).toBe(304);
    expect((await get({ Range: 'bytes=4-8', 'If-Range': '"other"' })).status).toBe(200);
    const head = await owner.browser.request(file.downloadUrl, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('Content-Length')]).toEqual([200, '', String(text.length)]);
  });

  test('G2: what a browser could run is an attachment in a box, whatever it is called', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const [ext, bytes] of [
      ['svg', svg],
      ['html', '<script>alert(1)</script>'],
    ] as const) {
      const { file } = await upload(owner, bytes, { fileName: `page.${ext}`, ext });
      const { headers } = await download(server(), owner, file.downloadUrl);
      expect(headers.get('Content-Disposition')).toMatch(/^attachment/);
      expect(headers.get('Content-Security-Policy')).toContain('sandbox');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  test('G2: bytes that are not what the ending says are refused and taken away', async () => {
    const html = '<html><script>alert(1)</script>';
    for (const [ext, bytes] of [
      ['png', html],
      ['txt', PNG],
      ['pdf', PNG],
      ['png', PNG.subarray(0, 20)],
    ] as const) {
      const ticket = await requestUpload(owner, { ext, fileName: `lie.${ext}` });
      expect((await put(ticket, bytes)).status).toBe(200);
      const { status, body } = await confirm(owner, ticket);
      expect([status, body.statusCode]).toEqual([415, 5007]);
      expect((await confirm(owner, ticket)).body.statusCode).toBe(5001);
    }
    for (const ext of ['exe', 'sh', 'php', '../png', 'constructor'])
      expect((await owner.api.post('/api/files/upload-request', { fileName: 'x', ext })).body.statusCode).toBe(5007);
    expect(stored(server(), 'incoming')).toEqual([]);
  });

  test('G1: no name leads anywhere, and none breaks a header', async () => {
    for (const fileName of [
      '../../x.png',
      '..\\x.png',
      '/etc/x.png',
      'x\r\nSet-Cookie: a=b.png',
      'x\0.png',
      '字'.repeat(90),
    ]) {
      const { status } = await owner.api.post('/api/files/upload-request', { fileName, ext: 'png' });
      expect(status, fileName).toBe(422);
    }
    for (const fileName of ['a.php.png', '%2e%2e%2fx.png', '苗床 "图".png']) {
      const { file } = await upload(owner, PNG, { fileName });
      const { status, headers } = await download(server(), owner, file.downloadUrl);
      expect([status, headers.get('set-cookie')?.includes('a=b') ?? false]).toEqual([200, false]);
    }
    for (const { parentPath } of stored(server(), 'blobs')) expect(parentPath).toContain(join('uploads', 'blobs'));
  });

  test('G3: the limit is counted as bytes arrive, not as they are announced', async () => {
    const over = await owner.api.post('/api/files/upload-request', {
      fileName: 'a.txt',
      ext: 'txt',
      size: 26 * 1024 * 1024,
    });
    expect([over.status, over.body.statusCode]).toEqual([413, 5006]);
    const announced = await requestUpload(owner, { ext: 'txt', fileName: 'a.txt', size: 5 });
    const chunked = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('more than five'));
        stream.close();
      },
    });
    const answer = await fetch(announced.credentials.url, {
      method: 'PUT',
      headers: announced.credentials.headers,
      body: chunked,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect((await confirm(owner, announced)).body.statusCode).toBe(5001);
    expect(stored(server(), 'incoming')).toEqual([]);
  });

  test('G4: a signed URL is good for its own upload only, and not after it is confirmed', async () => {
    const ticket = await requestUpload(owner, { docId, size: PNG.length });
    const url = new URL(ticket.credentials.url);
    const changed = (change: (copy: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return copy.href;
    };
    const signature = url.searchParams.get('signature')!;
    const flipped = signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    const bad = [
      changed((copy) => copy.searchParams.set('signature', flipped)),
      changed((copy) => copy.searchParams.set('size', '999')),
      changed((copy) => copy.searchParams.set('expires', String(Date.now() + 9e9))),
      changed((copy) => copy.searchParams.append('size', String(PNG.length))),
      changed((copy) => copy.searchParams.set('key', 'another')),
    ];
    for (const one of bad) expect((await put(ticket, PNG, { url: one })).status).toBe(403);
    const other = await requestUpload(owner);
    expect((await put(ticket, PNG, { url: url.href.replace(ticket.fileId, other.fileId) })).status).toBe(403);
    expect((await put(ticket, PNG, { headers: { 'Content-Type': 'text/html' } })).status).toBe(403);
    expect((await put(ticket, PNG.subarray(1))).status).toBe(403);
    const posted = await fetch(url, { method: 'POST', body: PNG });
    expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'PUT']);
    expect((await put(ticket, PNG)).status).toBe(200);
    expect((await confirm(owner, ticket)).status).toBe(200);
    const late = await put(ticket, PNG);
    expect([late.status, JSON.parse(late.text).statusCode]).toEqual([403, 5008]);
  });

  test('G5: confirming: before the PUT, twice, another one’s, with another key, with a foreign URL', async () => {
    const stranger = await newPerson(server(), 'stranger');
    const ticket = await requestUpload(owner, { docId });
    expect((await confirm(owner, ticket)).body.statusCode).toBe(5001);
    await put(ticket, PNG);
    expect((await download(server(), owner, ticket.downloadUrl)).status).toBe(404);
    expect((await confirm(stranger, ticket)).body.statusCode).toBe(5008);
    expect((await confirm(owner, ticket, { fileKey: 'x' })).status).toBe(422);
    expect((await confirm(owner, ticket, { downloadUrl: 'https://evil.example/x' })).status).toBe(422);
    const first = await confirm(owner, ticket);
    expect((await confirm(owner, ticket)).body).toEqual(first.body);
    expect((await confirm(owner, { ...ticket, fileId: 'c'.padEnd(24, 'x') } as Ticket)).body.statusCode).toBe(5001);
  });

  test('G6: the document decides who may see and remove a file, at each request and for every verb', async () => {
    const [reader, editor, stranger] = await Promise.all(
      ['reader', 'editor', 'stranger'].map((name) => newPerson(server(), name)),
    );
    const document = await makeDocument(owner);
    await share(owner, document.id, reader!.email, 'READ');
    const editorShare = await share(owner, document.id, editor!.email, 'EDIT');
    const { file } = await upload(editor!, PNG, { docId: document.id });
    const see = async (who: Person) => (await download(server(), who, file.downloadUrl)).status;
    expect(await Promise.all([owner, reader!, editor!, stranger!].map(see))).toEqual([200, 200, 200, 404]);
    expect((await visitor(server()).api.get(file.downloadUrl)).status).toBe(401);
    expect((await reader!.api.delete(file.downloadUrl)).body.statusCode).toBe(5008);
    expect((await stranger!.api.delete(file.downloadUrl)).body.statusCode).toBe(5001);
    expect(
      (await reader!.api.post('/api/files/upload-request', { fileName: 'a.png', ext: 'png', docId: document.id })).body
        .statusCode,
    ).toBe(4002);
    await owner.api.delete(`/api/documents/${document.id}/shares`, { shareId: editorShare });
    expect(await see(editor!)).toBe(404);
    await owner.api.post(`/api/documents/${document.id}/archive`);
    expect([await see(reader!), await see(owner)]).toEqual([404, 200]);
    await owner.api.post(`/api/documents/${document.id}/restore`);
    expect((await owner.api.delete(file.downloadUrl)).status).toBe(200);
    expect(await see(owner)).toBe(404);
  });

  test('a file without a document is its uploader’s alone', async () => {
    const other = await newPerson(server());
    const { file } = await upload(owner, PNG);
    expect((await download(server(), other, file.downloadUrl)).status).toBe(404);
    expect((await download(server(), owner, file.downloadUrl)).status).toBe(200);
  });

  test('the same bytes twice lie once, and go with the last file', async () => {
    const person = await newPerson(server());
    const mine = () => stored(server(), 'blobs').filter(({ parentPath }) => parentPath.endsWith(person.id));
    const [first, second] = [await upload(person, PNG), await upload(person, PNG)];
    expect(mine()).toHaveLength(1);
    await person.api.delete(first.file.downloadUrl);
    expect((await download(server(), person, second.file.downloadUrl)).status).toBe(200);
    await person.api.delete(second.file.downloadUrl);
    expect(mine()).toEqual([]);
  });

  test.each([
    'http://127.0.0.1/x.png',
    'http://localhost:1/x.png',
    'http://[::1]/x.png',
    'http://[::ffff:127.0.0.1]/x.png',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/x.png',
    'http://0.0.0.0/x.png',
    'file:///etc/passwd',
    'ftp://example.com/x.png',
    'http://user:secret@example.com/x.png',
    'no address',
  ])('G7: %s is not fetched', async (imageUrl) => {
    const { status, body } = await owner.api.post('/api/files/from-url', { imageUrl });
    expect([status, body.errors?.imageUrl?.length]).toEqual([422, 1]);
  });
});

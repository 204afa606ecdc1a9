import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import { type S3Server, startS3 } from '#tests/support/s3.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { confirm, download, PNG, put, requestUpload, upload } from '#tests/support/upload.ts';

describe('files on S3', () => {
  let s3: S3Server;
  let server: RunningServer;
  let owner: Person;
  beforeAll(async () => {
    s3 = await startS3();
    server = await startServer({ ...s3.environment, MAX_UPLOAD_MB: '1' });
    owner = await newPerson(server);
  });
  afterAll(async () => {
    await server.remove();
    await s3.stop();
  });

  test('go straight to the bucket, and come back through the server', async () => {
    const { ticket, file } = await upload(owner, PNG, { size: PNG.length });
    expect(ticket.credentials.url).toContain(s3.environment.S3_ENDPOINT);
    const { status, bytes } = await download(server, owner, file.downloadUrl);
    expect([status, bytes.equals(PNG)]).toEqual([200, true]);
    const part = await download(server, owner, file.downloadUrl, { Range: 'bytes=0-3' });
    expect([part.status, part.bytes.equals(PNG.subarray(0, 4))]).toEqual([206, true]);
    expect((await owner.api.delete(file.downloadUrl)).status).toBe(200);
    expect((await download(server, owner, file.downloadUrl)).status).toBe(404);
  });

  test('G3: without a declared size go through the server, which counts them; with one its length is signed', async () => {
    const open = await requestUpload(owner);
    expect(new URL(open.credentials.url).origin).toBe(server.url);
    const large = await put(open, Buffer.alloc(1024 * 1024 + 1));
    expect([large.status, JSON.parse(large.text).statusCode]).toEqual([413, 5006]);
    expect((await put(open, PNG)).status).toBe(200);
    expect((await confirm(owner, open)).status).toBe(200);
    const { credentials } = await requestUpload(owner, { size: PNG.length });
    expect(new URL(credentials.url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
  });

  test('G2, G5: are looked at before they count', async () => {
    const lie = await requestUpload(owner);
    expect((await confirm(owner, lie)).body.statusCode).toBe(5001);
    await put(lie, '<script>alert(1)</script>');
    expect((await confirm(owner, lie)).body.statusCode).toBe(5007);
  });

  test('L6: while the bucket is away uploads say so and documents stay usable', async () => {
    const ticket = await requestUpload(owner, { size: PNG.length });
    await put(ticket, PNG);
    await s3.stop();
    expect((await confirm(owner, ticket)).body.statusCode).toBe(5002);
    expect((await makeDocument(owner)).id).toBeDefined();
  });
});

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { arborOn } from '#tests/support/arbor.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { type Part, postFiles } from '#tests/support/form-upload.ts';
import { makeDocument, newPerson, type Person, share, visitor } from '#tests/support/people.ts';
import { download, PNG, upload } from '#tests/support/upload.ts';

const photograph = async (background = '#2c6e49') =>
  Buffer.from(
    await sharp({ create: { width: 900, height: 300, channels: 3, background } })
      .withExifMerge({ IFD0: { Copyright: 'Ada' } })
      .jpeg()
      .toBuffer(),
  );
const choose = (who: Person, parts: Part[], csrf?: string) =>
  postFiles(who, '/settings', { intent: 'profile-image', field: 'image', parts, ...(csrf ? { csrf } : {}) });
const imageUrlOf = async (who: Person) => (await who.api.get('/api/auth/me')).body.data.imageUrl as string | null;

describeServers('a profile image', (server) => {
  test('G2: is kept as a square without metadata, whatever was chosen, and shown where its person is', async () => {
    const [ada, ben] = [await newPerson(server(), 'ada'), await newPerson(server(), 'ben')];
    const answer = await choose(ada, [{ name: 'me.jpg', bytes: await photograph() }]);
    expect(answer.status).toBe(303);
    const url = await imageUrlOf(ada);
    expect(url).toMatch(/^\/api\/files\/c\w{23}$/);
    const { bytes, headers } = await download(server(), ada, url!);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(headers.get('Content-Disposition')).not.toContain('me.jpg');
    const small = await download(server(), ada, `${url}?w=96`);
    expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 96, height: 96 });
    expect((await ada.page.get('/')).text).toContain(`src="${url}?w=96"`);
    const { id } = await makeDocument(ben);
    await share(ben, id, ada.email, 'READ');
    expect((await ben.page.get(`/doc/${id}/share`)).text).toContain(`src="${url}?w=96"`);
  });

  test('G6: is seen by everyone who is signed in, by no visitor, and removed by its owner alone', async () => {
    const [ada, ben] = [await newPerson(server(), 'ada'), await newPerson(server(), 'ben')];
    await choose(ada, [{ name: 'me.jpg', bytes: await photograph() }]);
    const url = (await imageUrlOf(ada))!;
    expect((await download(server(), ben, url)).status).toBe(200);
    expect((await visitor(server()).api.get(url)).status).toBe(401);
    expect((await ben.api.delete(url)).body.statusCode).toBe(5008);
    const forged = await ben.page.post('/settings', { intent: 'profile', imageUrl: url });
    expect([forged.status, await imageUrlOf(ben)]).toEqual([422, null]);
    expect((await ada.api.delete(url)).status).toBe(200);
    expect(await imageUrlOf(ada)).toBeNull();
    const own = await upload(ada, PNG);
    const loose = await ada.page.post('/settings', { intent: 'profile', imageUrl: own.file.downloadUrl });
    expect(loose.status).toBe(422);
    expect((await download(server(), ben, own.file.downloadUrl)).status).toBe(404);
  });

  test('a refused form is answered at its field, too large or with too many files', async () => {
    const ada = await newPerson(server(), 'ada');
    const many = Array.from({ length: 201 }, (_, nth) => ({ name: `${nth}.png`, bytes: PNG }));
    const large = [{ name: 'large.png', bytes: Buffer.alloc(26 * 1024 * 1024) }];
    for (const [parts, status, message] of [
      [many, 422, 'At most 200 files at once'],
      [large, 413, 'A file is too large: at most 25 MB'],
    ] as const) {
      const refused = await choose(ada, parts);
      expect([refused.status, refused.text]).toEqual([status, expect.stringContaining(`id="image-error">${message}`)]);
      expect(refused.text).toContain(`<a href="#image">${message}`);
    }
  });

  test('stays when the name is saved, and goes when another is chosen, a web address given or it is removed', async () => {
    const [ada, ben] = [await newPerson(server(), 'ada'), await newPerson(server(), 'ben')];
    await choose(ada, [{ name: 'me.jpg', bytes: await photograph() }]);
    const first = (await imageUrlOf(ada))!;
    await ada.page.post('/settings', { intent: 'profile', displayName: 'Ada', imageUrl: first });
    expect(await imageUrlOf(ada)).toBe(first);
    await choose(ada, [{ name: 'other.png', bytes: await photograph('#aa3333') }]);
    const second = (await imageUrlOf(ada))!;
    expect(second).not.toBe(first);
    expect((await download(server(), ben, first)).status).toBe(404);
    await ada.page.post('/settings', { intent: 'profile', imageUrl: 'https://example.com/ada.png' });
    expect(await imageUrlOf(ada)).toBe('https://example.com/ada.png');
    expect((await download(server(), ben, second)).status).toBe(404);
    await ada.page.post('/settings', { intent: 'profile-image-remove' });
    expect(await imageUrlOf(ada)).toBeNull();
  });

  test('G2, C4: what is no picture is refused by name, nothing is changed by a forged form', async () => {
    const ada = await newPerson(server(), 'ada');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const bytes of [svg, '<script>alert(1)</script>', '%PDF-1.7', PNG.subarray(0, 20), '']) {
      const { status, text } = await choose(ada, [{ name: 'lie.png', bytes }]);
      expect([status, text.includes('lie.png is not a picture')]).toEqual([415, true]);
    }
    const none = await choose(ada, []);
    expect([none.status, none.text.includes('Choose a picture')]).toEqual([422, true]);
    expect((await choose(ada, [{ name: 'me.jpg', bytes: await photograph() }], 'x')).status).toBe(403);
    expect(await imageUrlOf(ada)).toBeNull();
  });

  test('is shown to nobody once its account is deleted', async () => {
    const [ada, ben] = [await newPerson(server(), 'ada'), await newPerson(server(), 'ben')];
    await arborOn(server(), ['user', 'promote', ben.email]);
    await choose(ada, [{ name: 'me.jpg', bytes: await photograph() }]);
    const url = (await imageUrlOf(ada))!;
    await ada.page.post('/settings?confirm=account-delete', { intent: 'account-delete', password: PASSWORD });
    expect((await download(server(), ben, url)).status).toBe(404);
  });
});

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { describeServersOnBoth } from '#tests/support/api-server.ts';
import { newPerson } from '#tests/support/people.ts';
import { download, PNG, stored, upload } from '#tests/support/upload.ts';

describeServersOnBoth('pictures', (server) => {
  test('a photograph loses what tells where and when it was taken, and stands upright', async () => {
    const photograph = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#2c6e49' } })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'Ada' } })
      .jpeg()
      .toBuffer();
    const person = await newPerson(server());
    const { file } = await upload(person, Buffer.from(photograph), { fileName: 'leaf.jpg', ext: 'jpg' });
    expect([file.width, file.height]).toEqual([20, 40]);
    const { bytes } = await download(server(), person, file.downloadUrl);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });

  test('a picture comes smaller, in what the browser takes, and goes with the last file that has its bytes', async () => {
    const person = await newPerson(server());
    const wide = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#2c6e49' } })
      .png()
      .toBuffer();
    const { file } = await upload(person, Buffer.from(wide));
    const twin = await upload(person, Buffer.from(wide));
    const small = async (query: string, accept = 'image/*', url = file.downloadUrl) => {
      const { status, headers, bytes } = await download(server(), person, url + query, { Accept: accept });
      const { width, height } = await sharp(bytes).metadata();
      return { status, type: headers.get('Content-Type'), cache: headers.get('Cache-Control'), width, height, headers };
    };
    expect(await small('?w=320')).toMatchObject({ status: 200, type: 'image/webp', width: 320, height: 107 });
    const avif = await small('?w=640', 'image/avif,image/webp,*/*;q=0.8');
    expect(avif).toMatchObject({ type: 'image/avif', width: 640, cache: expect.stringContaining('no-cache') });
    expect(avif.headers.get('Vary')).toContain('Accept');
    expect(await small('?w=1280')).toMatchObject({ width: 900 });
    expect(await small('?w=641')).toMatchObject({ type: 'image/png', width: 900 });
    const version = avif.headers.get('ETag')!.slice(1, 13);
    expect((await small(`?w=320&v=${version}`)).cache).toBe('private, max-age=31536000, immutable');
    expect((await small('?w=320&v=other')).cache).toContain('no-cache');
    expect((await small(`?v=${version}`)).cache).toContain('no-cache');
    const kept = () => stored(server(), 'thumbs').filter(({ parentPath }) => parentPath.includes(person.id));
    expect(kept()).toHaveLength(3);
    await person.api.delete(file.downloadUrl);
    expect(kept()).toHaveLength(3);
    await person.api.delete(twin.file.downloadUrl);
    expect(kept()).toEqual([]);
  });

  test('G6: a smaller picture is seen by whom the file is', async () => {
    const [person, stranger] = [await newPerson(server()), await newPerson(server(), 'other')];
    const { file } = await upload(person, PNG);
    // The header is valid, but the rest cannot be decoded, so the file is served unchanged.
    expect((await download(server(), person, `${file.downloadUrl}?w=320`)).bytes.equals(PNG)).toBe(true);
    expect((await download(server(), stranger, `${file.downloadUrl}?w=320`)).status).toBe(404);
    const text = await upload(person, 'north', { fileName: 'a.txt', ext: 'txt' });
    expect((await download(server(), person, `${text.file.downloadUrl}?w=320`)).bytes.toString()).toBe('north');
  });
});

import { beforeAll, expect, test } from 'vitest';
import { COVER_PRESETS } from '#app/schemas/cover-presets.ts';
import { describeServers } from '#tests/support/api-server.ts';
import { makeDocument, newPerson, type Person } from '#tests/support/people.ts';
import { PNG, upload } from '#tests/support/upload.ts';

describeServers('covers', (server) => {
  let owner: Person;
  let path: string;
  let id: string;
  beforeAll(async () => {
    owner = await newPerson(server());
    id = (await makeDocument(owner)).id;
    path = `/api/documents/${id}/cover`;
  });

  test('a cover is set, moved, shown in detail and list, and removed', async () => {
    expect((await owner.api.put(path, { scrollY: 10 })).body.statusCode).toBe(4005);
    expect((await owner.api.put(path, { url: COVER_PRESETS[0], isPreset: true })).body.data).toEqual({
      url: COVER_PRESETS[0],
      scrollY: 0,
    });
    expect((await owner.api.put(path, { scrollY: 12.5 })).body.data).toEqual({ url: COVER_PRESETS[0], scrollY: 12.5 });
    expect((await owner.api.get(`/api/documents/${id}`)).body.data.coverImage.scrollY).toBe(12.5);
    expect((await owner.api.get('/api/documents')).body.data.items[0].coverImage.url).toBe(COVER_PRESETS[0]);
    expect((await owner.api.delete(path)).status).toBe(200);
    expect((await owner.api.delete(path)).body.statusCode).toBe(4005);
    expect((await owner.api.get(`/api/documents/${id}`)).body.data.coverImage).toBeNull();
  });

  test('every preset is there to be shown', async () => {
    for (const url of COVER_PRESETS) {
      const answer = await fetch(server().url + url);
      expect([url, answer.status, answer.headers.get('Content-Type')]).toEqual([url, 200, 'image/svg+xml']);
    }
  });

  test('a cover that stays is a preset, if the call says so', async () => {
    await owner.api.put(path, { url: 'https://example.com/a.png' });
    expect((await owner.api.put(path, { isPreset: true })).body.statusCode).toBe(4005);
    await owner.api.put(path, { url: COVER_PRESETS[0] });
    expect((await owner.api.put(path, { isPreset: true, scrollY: 3 })).status).toBe(200);
  });

  test('an unknown preset is 4005, and what is no picture’s address 422', async () => {
    expect((await owner.api.put(path, { url: '/covers/none.svg' })).body.statusCode).toBe(4005);
    expect((await owner.api.put(path, { url: 'https://example.com/a.png', isPreset: true })).body.statusCode).toBe(
      4005,
    );
    for (const url of ['javascript:alert(1)', 'data:image/png;base64,AA', '/doc/x', '//evil.example/a.png', ''])
      expect((await owner.api.put(path, { url })).status, url).toBe(422);
    for (const scrollY of ['10', -1, Number.NaN]) expect((await owner.api.put(path, { scrollY })).status).toBe(422);
  });

  test('D2: a file as a cover has to be the document’s own', async () => {
    const stranger = await newPerson(server());
    const [own, loose, foreign] = [
      await upload(owner, PNG, { docId: id }),
      await upload(owner, PNG),
      await upload(stranger, PNG),
    ];
    const set = async (url: string) => (await owner.api.put(path, { url })).body.statusCode;
    expect(await set(own.file.downloadUrl)).toBe(0);
    expect(await set(loose.file.downloadUrl)).toBe(5008);
    expect(await set(foreign.file.downloadUrl)).toBe(5001);
  });
});

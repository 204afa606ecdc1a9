import sharp from 'sharp';
import { expect, test } from 'vitest';
import { describeServers } from '#tests/support/api-server.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { makeLink, revokeLink } from '#tests/support/public-link.ts';
import { PNG, upload } from '#tests/support/upload.ts';

describeServers('files on a public link', (server) => {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(server().url + path, { headers });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  test('are shown and downloaded through it, without a cookie, as long as it opens their document', async () => {
    const owner = await newPerson(server(), 'owner');
    const garden = await makeDocument(owner, { title: 'Garden' });
    const other = await makeDocument(owner, { title: 'Diary' });
    const { file } = await upload(owner, PNG, { docId: garden.id });
    const { file: secret } = await upload(owner, PNG, { docId: other.id });
    const { file: loose } = await upload(owner, PNG);
    const content = `![leaf](${file.downloadUrl})\n\n> [!TIP]\n> Water it.`;
    await owner.api.patch(`/api/documents/${garden.id}`, { content });
    await owner.api.put(`/api/documents/${garden.id}/cover`, { url: file.downloadUrl });
    const path = await makeLink(owner, garden.id);
    const page = (await get(`${path}?lng=zh`)).bytes.toString();
    expect(page.split(`src="${path}/files/${file.id}"`)).toHaveLength(3);
    expect(page).toContain(`srcSet="${path}/files/${file.id}?w=640 640w, ${path}/files/${file.id}?w=1280 1280w"`);
    expect(page).not.toContain('/api/files/');
    expect(page).toContain('提示');
    const shown = await get(`${path}/files/${file.id}`, { Range: 'bytes=0-3' });
    expect([shown.status, shown.bytes.equals(PNG.subarray(0, 4))]).toEqual([206, true]);
    const bytes = await sharp({ create: { width: 9, height: 3, channels: 3, background: 'green' } })
      .png()
      .toBuffer();
    const { file: drawn } = await upload(owner, Buffer.from(bytes), { docId: garden.id });
    const small = await get(`${path}/files/${drawn.id}?w=320`, { Accept: 'image/avif' });
    expect([small.status, small.headers.get('Content-Type')]).toEqual([200, 'image/avif']);
    expect(shown.headers.get('Set-Cookie')).toBeNull();
    expect(shown.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(shown.headers.get('Referrer-Policy')).toBe('no-referrer');
    for (const id of [secret.id, loose.id, 'c00000000000000000000000'])
      expect((await get(`${path}/files/${id}`)).status).toBe(404);
    await owner.api.put(`/api/documents/${garden.id}/cover`, { url: '/covers/hills.svg' });
    expect((await get(path)).bytes.toString()).toContain('/covers/hills.svg');
    await revokeLink(owner, garden.id);
    expect((await get(`${path}/files/${file.id}`)).status).toBe(404);
  });
});

import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { describeServers, ownServer, sharedServer } from '#tests/support/api-server.ts';
import type { Answer } from '#tests/support/client.ts';
import { makeDocument, newPerson, visitor } from '#tests/support/people.ts';
import { makeLink } from '#tests/support/public-link.ts';

const PICTURE = 'https://other.example/tracks.png?reader=1&x=2';
const TEXT = `![tracks](${PICTURE})\n\n<img src="//other.example/html.png">`;

/** Returns the `src` of every image of a page. */
const sourcesIn = (html: string) => [...html.matchAll(/<img[^>]*\ssrc="([^"]*)"/g)].map(([, source]) => source!);
const sourcePolicy = ({ headers }: Answer) =>
  /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ');

describeServers('S11: pictures of other hosts', (server) => {
  test('no page of a document names their host: its page, its data, preview, history, cover and public page', async () => {
    const ada = await newPerson(server());
    const { id, version } = await makeDocument(ada, { content: TEXT });
    await ada.api.put(`/api/documents/${id}/cover`, { url: 'https://other.example/cover.png' });
    await ada.page.post('/settings', { intent: 'profile', imageUrl: 'https://other.example/ada.png' });
    const revision = (await ada.api.get(`/api/documents/${id}/revisions`)).body.data.items[0].id;
    const preview = { intent: 'preview', title: 'T', content: TEXT, icon: '', baseVersion: String(version) };
    const pages = {
      page: await ada.page.get(`/doc/${id}`),
      preview: await ada.page.post(`/doc/${id}/edit`, preview),
      revision: await ada.page.get(`/doc/${id}/history?revision=${revision}`),
      public: await visitor(server()).page.get(await makeLink(ada, id)),
    };
    for (const [name, page] of Object.entries(pages)) {
      expect([name, page.status]).toEqual([name, 200]);
      const sources = sourcesIn(page.text);
      expect([name, sources.filter((source) => !source.startsWith('/'))]).toEqual([name, []]);
      expect([name, sources.some((source) => /^\/pictures\/[\w-]{43}\?url=https%3A/.test(source))]).toEqual([
        name,
        true,
      ]);
      expect([name, sourcePolicy(page)?.some((source) => /https?:/.test(source))]).toEqual([name, false]);
    }
    const data = await ada.page.get(`/doc/${id}.data`);
    expect(data.text).not.toContain('src=\\"https:');
    expect((await ada.api.get(`/api/documents/${id}`)).body.data.content).toBe(TEXT);
  });

  test('the proxy takes signed addresses alone, asks no private one, and sets no cookie', async () => {
    const ada = await newPerson(server());
    const inside = `${server().url}/icon.svg`;
    const { id } = await makeDocument(ada, { content: `![a](${inside})` });
    const [signed] = sourcesIn((await ada.page.get(`/doc/${id}`)).text).filter((source) =>
      source.startsWith('/pictures/'),
    );
    const nobody = visitor(server()).page;
    const refused = await nobody.get(signed!);
    expect([refused.status, refused.text, refused.setCookies]).toEqual([404, '', []]);
    for (const path of [
      signed!.replace(/url=.*/, `url=${encodeURIComponent(PICTURE)}`),
      signed!.replace(/url=.*/, ''),
      `/pictures/x?url=${encodeURIComponent(PICTURE)}`,
    ]) {
      expect((await nobody.get(path)).status).toBe(404);
    }
    expect((await nobody.postBlind(signed!, {})).status).toBe(405);
  });

  test('a script has an address signed for whoever is signed in', async () => {
    const ada = await newPerson(server());
    const path = `/api/pictures?url=${encodeURIComponent(PICTURE)}`;
    const answer = await ada.page.get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.stringMatching(/^\/pictures\//)]);
    expect((await visitor(server()).api.get(path)).body.statusCode).toBe(1000);
    expect((await ada.api.get('/api/pictures?url=%2Fapi%2Ffiles%2Fx')).body.statusCode).toBe(5001);
    expect((await ada.api.get('/api/pictures')).body.statusCode).toBe(422);
  });
});

describe('S11: PICTURE_PROXY=off', () => {
  const server = ownServer({ PICTURE_PROXY: 'off' });

  test('leaves pictures to the browser, without a referrer', async () => {
    const ada = await newPerson(server());
    const { id } = await makeDocument(ada, { content: TEXT });
    const page = await ada.page.get(`/doc/${id}`);
    expect(page.text).toContain('src="https://other.example/tracks.png');
    expect(page.text).toContain('referrerpolicy="no-referrer"');
    expect(sourcePolicy(page)).toContain('https:');
  });
});

/** Sends a literal request and reads until the connection ends. */
async function speak(url: string, lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return textOf(socket);
}

describe('S11: the small ones', () => {
  test('a request of HTTP/1.0 without a host is answered as any other', async () => {
    for (const path of ['/', '/login', '/api/auth/me', '/healthz', '/nowhere']) {
      const [status] = (await speak(sharedServer().url, [`GET ${path} HTTP/1.0`])).split('\r\n');
      const expected = (await visitor(sharedServer()).page.get(path)).status;
      expect([path, status]).toEqual([path, expect.stringContaining(` ${expected} `)]);
    }
  });
});

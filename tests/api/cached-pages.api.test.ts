import { describe, expect, test } from 'vitest';
import { pageTag, personAt, twoProcesses, untilCached } from '#tests/support/cached-page.ts';
import type { Answer } from '#tests/support/client.ts';
import { inShortOn } from '#tests/support/database.ts';
import { makeDocument, newPerson, type Person, share } from '#tests/support/people.ts';

type Stage = { olga: Person; ben: Person; topId: string; id: string; otherId: string };
/** Patterns that the page matches before a change and after it. */
type Row = [name: string, change: (stage: Stage) => Promise<unknown>, before: RegExp | null, after: RegExp | null];

const patch = (who: Person, id: string, input: object) => who.api.patch(`/api/documents/${id}`, input);
const title = (text: string) => new RegExp(`<h1 class="title"[^>]*>${text}</h1>`);

const rows: Row[] = [
  ['title', ({ olga, id }) => patch(olga, id, { title: 'Renamed' }), title('Below'), title('Renamed')],
  ['text', ({ olga, id }) => patch(olga, id, { content: 'Later words' }), /First words/, /Later words/],
  ['icon', ({ olga, id }) => patch(olga, id, { icon: '🌱' }), null, /class="icon"[^>]*>🌱/],
  ['star', ({ olga, id }) => patch(olga, id, { isStarred: true }), /value="star"/, /value="unstar"/],
  ['title above', ({ olga, topId }) => patch(olga, topId, { title: 'Summit' }), />Top</, />Summit</],
  ['tree', ({ olga }) => makeDocument(olga, { title: 'Sprout' }), null, />Sprout</],
  ['child', ({ olga, id }) => makeDocument(olga, { title: 'Twig', parentId: id }), null, />Twig</],
  [
    'place in the tree',
    ({ olga, id }) => olga.api.post('/api/documents/move', { id, targetId: null, dropPosition: 0 }),
    /<nav class="crumbs"/,
    null,
  ],
  [
    'comment of another person',
    ({ ben, id }) => ben.api.post(`/api/documents/${id}/comments`, { body: 'A remark' }),
    null,
    /A remark/,
  ],
  [
    'notification',
    ({ ben, otherId }) => ben.api.post(`/api/documents/${otherId}/comments`, { body: 'Elsewhere' }),
    null,
    /class="unread-count"/,
  ],
  [
    'link from another document',
    ({ olga, id, otherId }) => patch(olga, otherId, { content: `[here](/doc/${id})` }),
    null,
    /class="backlinks"/,
  ],
  ['text of another writer', ({ ben, id }) => patch(ben, id, { content: 'Words of Ben' }), null, /Words of Ben/],
  [
    'own name',
    ({ olga }) => olga.page.post('/settings', { intent: 'profile', displayName: 'Olga Orlova' }),
    null,
    /Updated by.*?Olga Orlova/s,
  ],
  [
    'saved search',
    ({ olga }) =>
      olga.page.post('/search?keyword=moss', { intent: 'search-save', name: 'All about moss', query: 'keyword=moss' }),
    null,
    /All about moss/,
  ],
  [
    'template',
    ({ olga, id }) => olga.page.post(`/doc/${id}`, { intent: 'template-set', scope: 'own' }),
    null,
    /template-unset/,
  ],
];

/** Whether a page shows the one and the other; without a pattern, as it should be. */
const shown = (text: string, yes: RegExp | null, no: RegExp | null) => [
  yes?.test(text) ?? true,
  no?.test(text) ?? false,
];

const nonceOf = ({ headers }: Answer) => /'nonce-([^']+)'/.exec(headers.get('Content-Security-Policy')!)![1]!;

describe.each(inShortOn('sqlite'))('a cached page (%s)', (dialect) => {
  const processes = twoProcesses(dialect, { METRICS_TOKEN: 'measured' });

  async function setStage(): Promise<Stage> {
    const [olga, ben] = [await newPerson(processes.near, 'olga'), await newPerson(processes.near, 'ben')];
    const { id: topId } = await makeDocument(olga, { title: 'Top' });
    const { id } = await makeDocument(olga, { title: 'Below', parentId: topId, content: 'First words' });
    const { id: otherId } = await makeDocument(olga, { title: 'Other' });
    for (const shared of [topId, otherId]) await share(olga, shared, ben.email, 'EDIT');
    return { olga, ben, topId, id, otherId };
  }

  describe.each([
    ['the same process', () => processes.near.url],
    ['another process', () => processes.far.url],
  ] as const)('changed by %s', (_, url) => {
    test.each(rows)('%s: the next request shows it', async (_name, change, before, after) => {
      const stage = await setStage();
      const path = `/doc/${stage.id}`;
      const cached = await untilCached(stage.olga, path);
      expect(shown(cached.text, before, after)).toEqual([true, false]);
      await change({ ...stage, olga: personAt(url(), stage.olga), ben: personAt(url(), stage.ben) });
      const next = await stage.olga.page.get(path, { headers: { 'If-None-Match': cached.headers.get('ETag')! } });
      expect([next.status, ...shown(next.text, after, before)]).toEqual([200, true, false]);
    });
  });

  test('a write elsewhere leaves it as it is', async () => {
    const [{ olga, id }, { ben, otherId }] = [await setStage(), await setStage()];
    const cached = await untilCached(olga, `/doc/${id}`);
    await patch(ben, otherId, { content: 'Far from it' });
    expect(pageTag(await olga.page.get(`/doc/${id}`))).toBe(pageTag(cached));
  });

  test('language, theme, width, sidebar and query each have their own', async () => {
    const { olga, id } = await setStage();
    const path = `/doc/${id}`;
    const english = await untilCached(olga, path);
    expect(english.text).toContain('<html lang="en" class="dark"');
    const cookies = olga.browser.cookies;
    for (const [name, value, shown] of [
      ['i18next', 'zh', /<html lang="zh"/],
      ['vite-ui-theme', 'light', /class="light"/],
      ['arbor_reading', 'wide', /<main[^>]*class="doc wide/],
      ['arbor_side', 'folded.300', /class="frame folded"/],
    ] as const) {
      const known = cookies.get(name);
      cookies.set(name, value);
      const other = await untilCached(olga, path);
      expect(other.text).toMatch(shown);
      expect(pageTag(other)).not.toBe(pageTag(english));
      if (known === undefined) cookies.delete(name);
      else cookies.set(name, known);
      expect(pageTag(await olga.page.get(path))).toBe(pageTag(english));
    }
    expect((await untilCached(olga, `${path}?move`)).text).toContain('name="targetId"');
    const german = await olga.page.get(path, { headers: { 'Accept-Language': 'zh' } });
    expect(pageTag(german)).not.toBe(pageTag(english));
  });

  test('each response has its own nonce, and a 304 the nonce of the body that the browser holds', async () => {
    const { olga, id } = await setStage();
    const path = `/doc/${id}`;
    const cached = await untilCached(olga, path);
    const again = await olga.page.get(path);
    for (const answer of [cached, again]) {
      const nonce = nonceOf(answer);
      for (const [, attributes] of answer.text.matchAll(/<script\b([^>]*)>/g)) {
        if (!attributes!.includes('application/json')) expect(attributes).toContain(`nonce="${nonce}"`);
      }
    }
    expect(nonceOf(again)).not.toBe(nonceOf(cached));
    expect(again.text).toBe(cached.text.replaceAll(nonceOf(cached), nonceOf(again)));
    for (const held of [cached, again]) {
      const etag = held.headers.get('ETag')!;
      const unchanged = await olga.page.get(path, { headers: { 'If-None-Match': `"other", ${etag}` } });
      expect([unchanged.status, unchanged.text]).toEqual([304, '']);
      expect(unchanged.headers.get('ETag')).toBe(etag);
      expect(unchanged.headers.get('Content-Security-Policy')).toBe(held.headers.get('Content-Security-Policy'));
      expect(unchanged.headers.get('Cache-Control')).toBe('private, no-cache');
    }
    const [hash] = /[\w-]{22}/.exec(cached.headers.get('ETag')!)!;
    const foreign = { 'If-None-Match': `W/"${hash}.not a salt"` };
    expect((await olga.page.get(path, { headers: foreign })).status).toBe(200);
  });

  test('has the headers of every page, an id for each request, and is asked for by HEAD', async () => {
    const { olga, id } = await setStage();
    const path = `/doc/${id}`;
    const cached = await untilCached(olga, path);
    const again = await olga.page.get(path);
    const home = await olga.page.get('/starred');
    for (const name of ['strict-transport-security', 'referrer-policy', 'x-content-type-options', 'x-frame-options']) {
      expect([name, again.headers.get(name)]).toEqual([name, home.headers.get(name)]);
    }
    const withoutNonce = (answer: Answer) =>
      answer.headers.get('Content-Security-Policy')!.replaceAll(nonceOf(answer), '');
    expect(withoutNonce(again)).toBe(withoutNonce(home));
    expect(again.headers.get('X-Request-Id')).not.toBe(cached.headers.get('X-Request-Id'));
    expect([again.headers.get('Cache-Control'), again.setCookies]).toEqual(['private, no-cache', []]);
    const head = await olga.page.get(path, { method: 'HEAD' });
    expect([head.status, head.text, pageTag(head)]).toEqual([200, '', pageTag(cached)]);
    const metrics = await (
      await fetch(`${processes.near.url}/metrics`, { headers: { Authorization: 'Bearer measured' } })
    ).text();
    expect(metrics).toMatch(/^arbor_kept_answers_total\{answer="kept"\} [1-9]/m);
    expect(metrics).toMatch(/^arbor_kept_answers_bytes [1-9]/m);
    expect(metrics).toMatch(/route="\/doc\/:docId",status="200"/);
  });

  test('is whole in every encoding', async () => {
    const { olga, id } = await setStage();
    const path = `/doc/${id}`;
    await untilCached(olga, path);
    const read = async (accepted: string) => {
      const answer = await olga.page.get(path, { headers: { 'Accept-Encoding': accepted } });
      return [answer.headers.get('Content-Encoding'), answer.text.replaceAll(nonceOf(answer), '')];
    };
    const [, plain] = await read('identity');
    expect(plain).toContain('First words');
    expect(await read('gzip, deflate, br')).toEqual(['gzip', plain]);
    expect(await read('gzip')).toEqual(['gzip', plain]);
  });

  test('a toast shows once', async () => {
    const { olga, id } = await setStage();
    const path = `/doc/${id}`;
    const cached = await untilCached(olga, path);
    const starred = await olga.page.post(path, { intent: 'star' });
    const held = { headers: { 'If-None-Match': cached.headers.get('ETag')! } };
    const told = await olga.page.get(starred.headers.get('Location')!, held);
    expect([told.status, told.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(told.text).toMatch(/role="status"[^>]*>.*?Starred/s);
    for (let times = 0; times < 3; times += 1) expect((await olga.page.get(path)).text).not.toMatch(/class="toast[ "]/);
  });

  test('counts as opened by its reader each time', async () => {
    const { olga, ben, id } = await setStage();
    const path = `/doc/${id}`;
    expect((await untilCached(ben, path)).text).toContain('First words');
    const entry = async () => (await ben.api.get(`/api/documents/${id}`)).body.data.noticeType;
    expect(await entry()).toBe('NONE');
    await patch(olga, id, { content: 'Later words' });
    expect(await entry()).toBe('UPDATE');
    await untilCached(ben, path);
    expect(await entry()).toBe('NONE');
  });

  test('forms of a cached page are accepted, also after signing in again', async () => {
    const { olga, id } = await setStage();
    const path = `/doc/${id}`;
    await untilCached(olga, path);
    expect((await olga.page.post(path, { intent: 'star' })).status).toBe(303);
    const token = olga.browser.cookies.get('XSRF-TOKEN')!;
    olga.browser.cookies.delete('XSRF-TOKEN');
    const renewed = await olga.page.get(path);
    expect(renewed.headers.get('Cache-Control')).toBe('no-store');
    expect(renewed.text).not.toContain(token);
    expect((await untilCached(olga, path)).text).toContain(olga.browser.cookies.get('XSRF-TOKEN'));
  });
});

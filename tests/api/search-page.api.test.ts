import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { buildPdf } from '#tests/support/pdf-file.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';
import { upload } from '#tests/support/upload.ts';

const server = () => sharedServer();

test('the page of search narrows by its fields, shows paths and leads to the passage', async () => {
  const olga = await newPerson(server());
  const garden = await makeDocument(olga, { title: 'Orchard house', content: 'Nothing.' });
  const plan = await makeDocument(olga, { title: 'Team plan', content: 'The wombat counts.', parentId: garden.id });
  await makeDocument(olga, { title: 'Other wombat', content: 'Elsewhere.' });
  const all = await olga.page.get('/search?keyword=wombat');
  expect(all.text).toContain('2 documents');
  expect(all.text).toContain(
    `href="/doc/${plan.id}#:~:text=The%20wombat%20counts.&amp;text=The-,wombat&amp;text=wombat,-counts"`,
  );
  expect(all.text).toMatch(/Team plan<\/span><\/a><p[^>]*>Orchard house<\/p>/);
  const narrowed = await olga.page.get('/search?keyword=wombat&in=orchard+house&by=&after=&before=bad&sort=title');
  expect(narrowed.text).toContain('1 document');
  expect(narrowed.text).not.toContain('Other <mark>');
  expect(narrowed.text).toMatch(/<input[^>]*name="in"[^>]*value="orchard house"/);
  expect((await olga.page.get('/search?starred=true')).text).toContain('Nothing you may read fits these filters.');
  const mistyped = await olga.page.get('/search?keyword=womabt');
  expect(mistyped.text).toMatch(/Also showing[^<]*(?:<!-- -->)?[^<]*<mark>wombat<\/mark>/);
});

test('the page names a filter that was not understood, and searches the rest', async () => {
  const olga = await newPerson(server());
  await makeDocument(olga, { title: 'Den', content: 'A fox, 一只狐狸.' });
  const textOf = async (keyword: string) => {
    const { text } = await olga.page.get(`/search?${new URLSearchParams({ keyword })}`);
    return /<main[\s\S]*<\/main>/.exec(text)![0].replace(/<!-- -->|<bdi[^>]*>|<\/bdi>/g, '');
  };
  for (const [keyword, unclear] of [
    ['fox after:garbage', 'after:garbage'],
    ['is:nonsense fox', 'is:nonsense'],
    ['in:"No such" fox', 'in:&quot;No such&quot;'],
    ['狐狸 after:昨天', 'after:昨天'],
  ] as const) {
    const text = await textOf(keyword);
    expect(text).toMatch(/Not understood, and left out:/);
    expect(text).toContain(unclear);
    expect(text).toContain('1 document<');
  }
  expect(await textOf('wolf after:garbage')).toContain('Nothing you may read contains “wolf”');
  const only = await textOf('after:garbage');
  expect([only.includes('Not understood'), only.includes('0 documents')]).toEqual([true, true]);
  const { text } = await olga.page.get(`/search?${new URLSearchParams({ keyword: 'is:green after:x', lng: 'zh' })}`);
  expect(text.replace(/<[^>]*>/g, '')).toContain('已忽略：is:green、after:x。');
  await olga.page.get('/?lng=en');
  expect(await textOf('fox')).not.toContain('Not understood');
});

test('the API answers with filters, paths and words that were searched too; bad filters are none', async () => {
  const olga = await newPerson(server());
  const top = await makeDocument(olga, { title: 'Cellar' });
  await makeDocument(olga, { title: 'Barrel', content: 'kumquat juice', parentId: top.id });
  const { body } = await olga.api.get('/api/search?keyword=kumqaut&in=cellar&sort=nonsense&after=never&limit=5');
  expect(body.data).toMatchObject({ total: 1, also: ['kumquat'], items: [{ title: 'Barrel', passage: 'kumquat' }] });
  expect(body.data.items[0].path).toMatchObject([{ id: top.id, title: 'Cellar' }]);
});

test('a hit in an attached file names the file and links to it', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga, { title: 'Papers' });
  const { file } = await upload(olga, new Uint8Array(buildPdf(['A lonely tarsier'])) as Buffer<ArrayBuffer>, {
    fileName: 'field notes.pdf',
    ext: 'pdf',
    docId: id,
  });
  await until(async () => {
    const { text } = await olga.page.get('/search?keyword=tarsier');
    expect(text).toMatch(/in the attachment[^<]*(?:<!-- -->)? ?<a href="[^"]+">field notes\.pdf<\/a>/);
    expect(text).toContain(`href="${file.downloadUrl}"`);
    expect(text).toContain('lonely <mark>tarsier</mark>');
  });
});

test('a search is saved, stands in the sidebar of every page, is renamed and removed, without scripts', async () => {
  const olga = await newPerson(server());
  for (const title of ['North', 'South']) {
    const { id } = await makeDocument(olga, { title });
    await makeDocument(olga, { title: 'Medlar', parentId: id });
  }
  const here = '/search?keyword=medlar&sort=title';
  const before = await olga.page.get(here);
  expect(before.text).toMatch(/<a class="chip" href="\/search\?keyword=medlar&amp;sort=title&amp;in=c\w+">North/);
  const saved = await olga.page.post(here, {
    intent: 'search-save',
    name: 'Medlars',
    query: 'keyword=medlar&sort=title',
  });
  expect(saved.status).toBe(303);
  const home = (await olga.page.get('/')).text;
  expect(home).toMatch(/class="row" href="\/search\?keyword=medlar&amp;sort=title"[^>]*>.*?Medlars/);
  const twice = await olga.page.post(here, { intent: 'search-save', name: 'medlars', query: 'keyword=x' });
  expect([twice.status, twice.text]).toEqual([422, expect.stringContaining('Another saved search has this name')]);
  expect(twice.text).toMatch(/id="search-name"[^>]*value="medlars"/);
  const searchId = /name="searchId" value="(c\w+)"/.exec((await olga.page.get('/search')).text)![1]!;
  const long = await olga.page.post('/search', { intent: 'search-rename', searchId, name: 'x'.repeat(61) });
  expect([long.status, long.text]).toEqual([422, expect.stringContaining('x'.repeat(61))]);
  await olga.page.post('/search', { intent: 'search-rename', searchId, name: 'Soft fruit' });
  expect((await olga.page.get('/starred')).text).toContain('Soft fruit');
  await olga.page.post('/search', { intent: 'search-remove', searchId });
  expect((await olga.page.get('/starred')).text).not.toContain('href="/search?keyword=medlar');
});

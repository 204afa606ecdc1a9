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
  expect(all.text).toContain(`href="/doc/${plan.id}#:~:text=wombat"`);
  expect(all.text).toMatch(/Team plan<\/span><\/a><p[^>]*>Orchard house<\/p>/);
  const narrowed = await olga.page.get('/search?keyword=wombat&in=orchard+house&by=&after=&before=bad&sort=title');
  expect(narrowed.text).toContain('1 document');
  expect(narrowed.text).not.toContain('Other <mark>');
  expect(narrowed.text).toMatch(/<input[^>]*name="in"[^>]*value="orchard house"/);
  expect((await olga.page.get('/search?starred=true')).text).toContain('Nothing you may read fits these filters.');
  const mistyped = await olga.page.get('/search?keyword=womabt');
  expect(mistyped.text).toMatch(/Also showing[^<]*(?:<!-- -->)?[^<]*<mark>wombat<\/mark>/);
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

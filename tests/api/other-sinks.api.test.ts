import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { fieldValue } from '#tests/support/form-fields.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';

const server = () => sharedServer();
const HOSTILE = '</title></script><script>alert(1)</script>"\'><img src=x onerror=alert(1)>\u2028\u202e{{t}}';
/** Matches a tag, an attribute or a line break that the text could have introduced. */
const BROKEN_OUT = /<\/title><\/script>|<script>alert|<img src=x|<script[^>]*>(?:(?!<\/script>)[\s\S])*?\u2028/;

test('F2: a title, an icon and a name stay text wherever they are shown', async () => {
  const olga = await newPerson(server());
  const profile = { intent: 'profile', displayName: HOSTILE.slice(0, 60), username: '', imageUrl: '' };
  await olga.page.post('/settings', profile);
  const { id } = await makeDocument(olga, { title: HOSTILE, content: `# ${HOSTILE}\n\n## a\n\n## b\n` });
  expect((await olga.api.patch(`/api/documents/${id}`, { icon: '<b>' })).status).toBe(422);
  await makeDocument(olga, { title: `From ${HOSTILE}`, content: `[x](/doc/${id}) ${HOSTILE}` });
  const child = await makeDocument(olga, { title: 'Child', parentId: id });
  const paths = [
    '/',
    '/?tree',
    `/doc/${id}`,
    `/doc/${id}?move`,
    `/doc/${id}?confirm=delete`,
    `/doc/${id}/edit`,
    `/doc/${id}/share`,
    `/doc/${id}/history`,
    `/doc/${child.id}`,
    '/search?keyword=script',
    `/search?keyword=${encodeURIComponent(HOSTILE)}`,
    '/starred',
    '/settings',
    `/nope/${encodeURIComponent(HOSTILE)}`,
  ];
  await olga.api.patch(`/api/documents/${id}`, { isStarred: true });
  for (const path of paths) {
    const { text } = await olga.page.get(path);
    expect([path, BROKEN_OUT.exec(text)?.[0] ?? null]).toEqual([path, null]);
  }
  const archived = await olga.page.post(`/doc/${child.id}`, { intent: 'archive' });
  expect(BROKEN_OUT.exec((await olga.page.follow(archived)).text)).toBeNull();
});

test('F2: what a form gives back stays inside of its fields', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga, { title: HOSTILE, content: 'x' });
  await olga.api.patch(`/api/documents/${id}`, { content: `theirs ${HOSTILE}` });
  const mine = { title: HOSTILE, content: `</textarea>${HOSTILE}`, icon: '', baseVersion: '1' };
  const conflict = await olga.page.post(`/doc/${id}/edit`, mine);
  expect(conflict.status).toBe(409);
  expect(BROKEN_OUT.exec(conflict.text)).toBeNull();
  expect(conflict.text).not.toContain('</textarea></title>');
  expect(fieldValue(conflict.text, 'content')).toBe(mine.content);
});

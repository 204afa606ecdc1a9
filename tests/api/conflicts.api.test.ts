import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/api-server.ts';
import { fieldValue } from '#tests/support/form-fields.ts';
import { makeDocument, newPerson } from '#tests/support/people.ts';

const server = () => sharedServer();

test('a conflict on a page answers 409 with both texts and a version to save over', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga, { content: 'one paragraph' });
  await olga.api.patch(`/api/documents/${id}`, { content: 'theirs, stored', baseVersion: 1 });
  const mine = { title: 'Seedling', content: 'mine, typed', icon: '', baseVersion: '1' };
  const answer = await olga.page.post(`/doc/${id}/edit`, mine);
  expect(answer.status).toBe(409);
  expect(answer.text).toContain('theirs, stored');
  expect(fieldValue(answer.text, 'content')).toBe('mine, typed');
  const csrf = fieldValue(answer.text, 'csrf')!;
  const baseVersion = fieldValue(answer.text, 'baseVersion')!;
  expect((await olga.page.postBlind(`/doc/${id}/edit`, { ...mine, csrf, baseVersion })).status).toBe(303);
  expect((await olga.api.get(`/api/documents/${id}`)).body.data).toMatchObject({ content: 'mine, typed', version: 3 });
});

test('a conflict leaves three ways out: yours, theirs, or both in one text', async () => {
  const olga = await newPerson(server());
  const conflictOf = async () => {
    const { id } = await makeDocument(olga, { content: 'base\n\nrest\n' });
    await olga.api.patch(`/api/documents/${id}`, { content: 'theirs\n\nrest\n', baseVersion: 1 });
    const mine = { title: 'Mine', content: 'yours\n\nrest\n', icon: '🌱', baseVersion: '1' };
    const { text } = await olga.page.post(`/doc/${id}/edit`, mine);
    const hidden = { baseVersion: fieldValue(text, 'baseVersion')!, forkedFrom: fieldValue(text, 'forkedFrom')! };
    return { path: `/doc/${id}/edit`, fields: { ...mine, ...hidden }, text, id };
  };
  const saved = async (id: string) => (await olga.api.get(`/api/documents/${id}`)).body.data.content;
  const ways = { save: 'yours\n\nrest\n', 'save-theirs': 'theirs\n\nrest\n', 'save-both': 'theirs\n\nyours\n\nrest\n' };
  for (const [intent, content] of Object.entries(ways)) {
    const { path, fields, text, id } = await conflictOf();
    expect(text).toMatch(/<del>theirs<\/del>/);
    expect(text).toMatch(/<ins>yours<\/ins>/);
    expect(text).toContain(`value="${intent}"`);
    expect((await olga.page.post(path, { ...fields, intent })).status).toBe(303);
    expect([intent, await saved(id)]).toEqual([intent, content]);
  }
});

test('a conflict met again on the way out keeps everything typed', async () => {
  const olga = await newPerson(server());
  const { id } = await makeDocument(olga, { content: 'base' });
  await olga.api.patch(`/api/documents/${id}`, { content: 'theirs' });
  const mine = { title: 'Mine', content: 'yours', icon: '', baseVersion: '1' };
  const first = await olga.page.post(`/doc/${id}/edit`, mine);
  await olga.api.patch(`/api/documents/${id}`, { content: 'theirs again' });
  const baseVersion = fieldValue(first.text, 'baseVersion')!;
  const again = await olga.page.post(`/doc/${id}/edit`, { ...mine, baseVersion, forkedFrom: '1' });
  expect(again.status).toBe(409);
  expect([fieldValue(again.text, 'content'), fieldValue(again.text, 'forkedFrom')]).toEqual(['yours', '1']);
  expect(again.text).toContain('again');
});

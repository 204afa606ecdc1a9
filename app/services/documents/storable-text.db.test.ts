import { expect, test } from 'vitest';
import { documentChanges, newDocument } from '#app/schemas/documents.ts';
import { CONTENT_MAX_BYTES } from '#app/schemas/limits.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';
import { findSavedForm, keepForm } from '#app/services/sign-in/saved-forms.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

const TEXTS = [
  'שלום \u202eעולם\u202c',
  '👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301 \u00e9',
  'zero\u200bwidth\u2060joiner\ufeffinside',
  'line\u2028paragraph\u2029separators',
  'control\u0001\u0008\u001f\u007f\u0085signs',
  '\ufffe\uffff\u{1ffff} non\u{10ffff}characters',
  '𠮷野家 𝔘𝔫𝔦',
  `back\\slash 'quote' "double" $me :name ? %_ {{braces}} <tag> & ; -- /* */`,
];

describeOnBoth('K4: a text', () => {
  test('comes back byte for byte as title and as content', async () => {
    const owner = await buildUser();
    for (const text of TEXTS) {
      const input = newDocument.parse({ title: text, content: `${text}\n\ttab \n` });
      const { id } = await createDocument(owner, input);
      expect(await getDocument(owner, id)).toMatchObject({ title: text, content: `${text}\n\ttab \n` });
      await updateDocument(owner, id, documentChanges.parse({ title: `x${text}x`, icon: '👩‍👩‍👧‍👦' }));
      expect(await getDocument(owner, id)).toMatchObject({ title: `x${text}x`, icon: '👩‍👩‍👧‍👦' });
    }
  });

  test('of 1.5 MiB is stored and found, whatever it is made of', async () => {
    const owner = await buildUser();
    const pair = (n: number) => String.fromCodePoint(0x4e00 + Math.floor(n / 500), 0x6e00 + (n % 500));
    const contents = {
      'one word': 'x'.repeat(CONTENT_MAX_BYTES),
      'all words different': Array.from({ length: 170_000 }, (_, n) => `word${n.toString(36)}`).join(' '),
      'all pairs of Chinese characters different': Array.from({ length: 260_000 }, (_, n) => pair(n)).join(''),
      'nothing but line breaks': '\n'.repeat(CONTENT_MAX_BYTES),
    };
    for (const [kind, content] of Object.entries(contents)) {
      const input = newDocument.parse({
        title: kind,
        content: `zanzibar\n\n${content}`.slice(0, CONTENT_MAX_BYTES / (kind.includes('Chinese') ? 3 : 1)),
      });
      const { id } = await createDocument(owner, input);
      const { items } = await searchDocuments(owner, { keyword: 'zanzibar', page: 1, limit: 10 });
      expect([kind, items.some((hit) => hit.id === id)]).toEqual([kind, true]);
    }
  });

  test('that is one very long word is stored, in title and content', async () => {
    const owner = await buildUser();
    for (const character of ['x', '木', '😀', 'é']) {
      const { id } = await buildDocument({ owner, title: character.repeat(255), content: character.repeat(20_000) });
      expect((await getDocument(owner, id)).content).toBe(character.repeat(20_000));
    }
  });

  test('with NUL or half a character is refused before any database sees it', () => {
    for (const bad of ['a\0b', '\ud800', 'x\udc00y']) {
      expect(newDocument.safeParse({ title: bad }).success).toBe(false);
      expect(newDocument.safeParse({ title: 'x', content: bad }).success).toBe(false);
      expect(newDocument.safeParse({ title: 'x', parentId: `c${bad}aaaaaaaa` }).success).toBe(false);
      expect(documentChanges.safeParse({ icon: bad }).success).toBe(false);
    }
  });

  test('is what a kept form gives back, and asking for one that cannot be is answered', async () => {
    const actor = await buildUser();
    const fields = Object.fromEntries([...TEXTS, 'a\0b', '\ud800'].map((text, n) => [`field${n}`, text]));
    const id = await keepForm(actor.id, '/doc/x/edit?y=1', fields);
    expect(await findSavedForm(actor, id)).toEqual(fields);
    expect(await findSavedForm(await buildUser(), id)).toBeNull();
    for (const bad of ['\0', '\ud800', 'c\0aaaaaaaa', '', 'x'.repeat(10_000)])
      expect(await findSavedForm(actor, bad)).toBeNull();
  });

  test('as a keyword of any kind finds nothing rather than failing', async () => {
    const owner = await buildUser();
    await buildDocument({ owner, title: 'something', content: TEXTS.join('\n') });
    for (const keyword of [
      ...TEXTS,
      '"',
      '*',
      'AND OR NOT',
      'a:b',
      '^x',
      'NEAR(x y)',
      '-',
      '""',
      "'",
      '()',
      '\\',
      '|&!<->',
    ]) {
      const { total, items } = await searchDocuments(owner, { keyword, page: 1, limit: 10 });
      expect(items).toHaveLength(total);
    }
  });
});

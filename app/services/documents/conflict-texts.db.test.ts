import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Aligned, alignTexts } from '#app/services/documents/compare-texts.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { keepBoth } from '#app/services/documents/merge-texts.ts';
import { saveBoth } from '#app/services/documents/save-both.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildCast } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const sideOf = (rows: Aligned[], side: 'theirs' | 'yours') =>
  rows.flatMap((row) => ('same' in row ? [row.same] : row[side].map(({ text }) => text))).join('');

test('two texts stand side by side, line by line, with the words that differ marked', () => {
  expect(alignTexts('a\nthe red bed\nz\n', 'a\nthe blue bed\nz\n')).toEqual([
    { same: 'a\n' },
    {
      theirs: [
        { kind: 'same', text: 'the ' },
        { kind: 'removed', text: 'red' },
        { kind: 'same', text: ' bed\n' },
      ],
      yours: [
        { kind: 'same', text: 'the ' },
        { kind: 'added', text: 'blue' },
        { kind: 'same', text: ' bed\n' },
      ],
    },
    { same: 'z\n' },
  ]);
});

test('each side, read down, is its text', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n', '中', '文'), { maxLength: 30 })
    .map((characters) => characters.join(''));
  fc.assert(
    fc.property(text, text, (theirs, yours) => {
      const rows = alignTexts(theirs, yours);
      expect([sideOf(rows, 'theirs'), sideOf(rows, 'yours')]).toEqual([theirs, yours]);
    }),
  );
});

test('keeping both puts theirs before yours where they touch, and merges the rest', () => {
  const base = 'one\n\nkept\n\ntwo\n\nkept\n\nthree\n';
  const theirs = base.replace('one', 'ONE').replace('two', 'theirs');
  const yours = base.replace('two', 'yours').replace('three', 'THREE');
  expect(keepBoth(base, theirs, yours)).toBe('ONE\n\nkept\n\ntheirs\n\nyours\n\nkept\n\nTHREE\n');
  expect(keepBoth('a', 'theirs', 'yours')).toBe('theirs\n\nyours');
  expect(keepBoth('a\n', 'theirs\n', 'yours\n')).toBe('theirs\n\nyours\n');
  expect(keepBoth(null, 'same\n\ntheirs', 'same\n\nyours')).toBe('same\n\ntheirs\n\nsame\n\nyours');
  expect(keepBoth('a', 'b', 'b')).toBe('b');
});

test('keeping both loses no paragraph of either', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 6 }).map((parts) => parts.join('\n\n'));
  fc.assert(
    fc.property(text, text, text, (base, theirs, yours) => {
      const both = keepBoth(base, theirs, yours).split(/\n\n+/);
      const added = [theirs, yours].flatMap((side) =>
        side.split('\n\n').filter((part) => part !== '' && !base.split('\n\n').includes(part)),
      );
      for (const part of added) expect(both).toContain(part);
    }),
  );
});

describeOnBoth('saving both', () => {
  test('keeps what both wrote in one text, with your title and icon', async () => {
    const { olga, edith, document } = await buildCast();
    const { id } = document;
    const { version: forkedFrom } = await updateDocument(olga, id, { content: 'base\n\nrest\n', autosave: false });
    await updateDocument(olga, id, { content: 'theirs\n\nrest\n', autosave: false });
    await saveBoth(edith, id, { title: 'Mine', content: 'yours\n\nrest\n', icon: '🌱', forkedFrom });
    expect(await getDocument(olga, id)).toMatchObject({
      title: 'Mine',
      content: 'theirs\n\nyours\n\nrest\n',
      icon: '🌱',
    });
  });

  test('posted twice, one after the other or at once, keeps each text once', async () => {
    for (const isAtOnce of [false, true]) {
      const { olga, edith, document } = await buildCast();
      const { id } = document;
      const { version: forkedFrom } = await updateDocument(olga, id, { content: 'base\n\nrest\n', autosave: false });
      const { version: shown } = await updateDocument(olga, id, { content: 'theirs\n\nrest\n', autosave: false });
      const post = () =>
        saveBoth(edith, id, { title: 'Mine', content: 'yours\n\nrest\n', icon: null, forkedFrom, shown });
      const first = post();
      if (!isAtOnce) await first;
      await Promise.all([first, post()]);
      const { content, version } = await getDocument(olga, id);
      expect([isAtOnce, content, version]).toEqual([isAtOnce, 'theirs\n\nyours\n\nrest\n', shown + 1]);
      await updateDocument(olga, id, { content: `${content}more\n`, autosave: false });
      await post();
      expect((await getDocument(olga, id)).content).toBe('theirs\n\nyours\n\nrest\nmore\n');
    }
  });

  test('is for those who may edit', async () => {
    const { rhea, sven, document } = await buildCast();
    const mine = { title: 'Mine', content: 'x', icon: null, forkedFrom: 1 };
    expect(await outcomeOf(saveBoth(rhea, document.id, mine))).toBe('documentAccessDenied');
    expect(await outcomeOf(saveBoth(sven, document.id, mine))).toBe('documentNotFound');
  });
});

import { expect, test } from 'vitest';
import { baseOf, mergeLetters, mergeWritten } from '#app/features/editor/browser/merge-letters.ts';
import { randomFrom } from '#tests/support/random.ts';

const merge = (own: string, theirs: string) => mergeLetters('Roses are tall.', own, theirs);

test('insertions and deletions in the same words all count', () => {
  expect(merge('Wild Roses are tall. Mine', 'Roses were tall.')).toBe('Wild Roses were tall. Mine');
  expect(merge('Roses ar tall.', 'RosYes are tall')).toBe('RosYes ar tall');
  expect(merge('tall.', 'Roses are so tall.')).toBe('so tall.');
});

test('an edit that both texts have counts once, also if one of them continues it', () => {
  expect(merge('Roses are tall. Sent', 'Roses are tall. Sent')).toBe('Roses are tall. Sent');
  expect(merge('Roses are tall. Sent more', 'Wild Roses are tall. Sent')).toBe('Wild Roses are tall. Sent more');
  expect(merge('Roses are tall. Sent', 'Wild Roses are tall. Sent theirs')).toBe('Wild Roses are tall. Sent theirs');
});

test('unsent edits are based on the sent text once the server has it, else on the saved one', () => {
  const text = (content: string) => ({ title: 'Garden', icon: null, content });
  const [base, sent] = [text('Roses.'), text('Roses. Sent')];
  expect(baseOf(base, sent, text('Wild Roses. Sent'))).toBe(sent);
  expect(baseOf(base, sent, text('Wild Roses.'))).toBe(base);
  expect(baseOf(base, null, text('Wild Roses.'))).toBe(base);
});

test('a title changed by one side and an icon changed by the other both change', () => {
  const base = { title: 'Garden', icon: null, content: '' };
  const merged = mergeWritten(base, { ...base, icon: '🌹' }, { ...base, title: 'My garden' });
  expect(merged).toEqual({ title: 'My garden', icon: '🌹', content: '' });
});

/** A word of two letters that no other word has, so that each difference is unambiguous. */
const wordAt = (index: number) => String.fromCodePoint(0x4e00 + 2 * index, 0x4e01 + 2 * index);

test('what both sides insert at random is there exactly once, and what neither removed stays', () => {
  for (let seed = 1; seed <= 1000; seed += 1) {
    const random = randomFrom(seed);
    const words = Array.from({ length: 30 }, (_, index) => wordAt(index));
    const base = words.map((word) => `${word}${random() < 0.2 ? '\n' : ' '}`).join('');
    const edited = (mark: string) => {
      let text = base;
      const removed: string[] = [];
      const added: string[] = [];
      for (let count = 0; count < 8; count += 1) {
        const whole = words.filter((word) => text.includes(word));
        const word = whole[Math.floor(random() * whole.length)]!;
        const isRemoved = random() < 0.3;
        const insert = isRemoved ? '' : `<${mark}${count}>`;
        const at = text.indexOf(word) + (isRemoved ? 0 : Math.floor(random() * 2));
        text = `${text.slice(0, at)}${insert}${text.slice(isRemoved ? at + word.length : at)}`;
        if (isRemoved) removed.push(word);
        else added.push(insert);
      }
      return { text, removed, added };
    };
    const [own, theirs] = [edited('own'), edited('their')];
    const merged = mergeLetters(base, own.text, theirs.text);
    const count = (part: string) => merged.split(part).length - 1;
    const removed = new Set([...own.removed, ...theirs.removed]);
    expect([seed, [...own.added, ...theirs.added].filter((added) => count(added) !== 1)]).toEqual([seed, []]);
    const wrong = words.filter((word) =>
      [...word].some((letter) => count(letter) > 1 || (count(letter) === 0 && !removed.has(word))),
    );
    expect([seed, wrong]).toEqual([seed, []]);
  }
});

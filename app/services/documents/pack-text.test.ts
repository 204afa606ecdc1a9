import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packChange, packWhole, unpack } from '#app/services/documents/pack-text.ts';

const line = fc.oneof(
  fc.constantFrom('', '# Beds', '苗床朝南。', '- [ ] water', '\u{1F331}\u{1F333}', 'a'),
  fc.string({ maxLength: 40 }),
);
const text = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'));

test('a text packed by itself comes back byte for byte', () => {
  fc.assert(
    fc.property(text, (content) => {
      expect(unpack(packWhole(content), 'anything')).toBe(content);
    }),
  );
});

test('a text packed as a change of another comes back byte for byte', () => {
  fc.assert(
    fc.property(text, text, (before, content) => {
      expect(unpack(packChange(before, content), before)).toBe(content);
    }),
  );
});

test('so does a text with a few places changed, and takes little room', () => {
  const before = Array.from({ length: 2000 }, (_, index) => `Line ${index} of a long document, 一行字。`).join('\n');
  const after = before.replace('Line 3 ', 'Row 3 ').replace('Line 999 ', '').replace('Line 1990 ', '\u{1F331} ');
  const packed = packChange(before, after);
  expect(unpack(packed, before)).toBe(after);
  expect(packed.packed.length).toBeLessThan(400);
});

test('a change inside a character of two units keeps both texts whole', () => {
  const [before, after] = ['x\u{1F331}y', 'x\u{1F332}y'];
  expect(unpack(packChange(before, after), before)).toBe(after);
});

test('a text that has nothing in common with the one before takes no more room than by itself', () => {
  const [before, after] = ['a\n'.repeat(5000), Array.from({ length: 5000 }, (_, index) => Math.sin(index)).join('\n')];
  const packed = packChange(before, after);
  expect(unpack(packed, before)).toBe(after);
  expect(packed.packed.length).toBeLessThanOrEqual(packWhole(after).packed.length);
});

test('a rewritten text that keeps some lines is stored whole', () => {
  const line = (index: number) => `Line ${index}: ${Math.sin(index)}\n`;
  const before = Array.from({ length: 300 }, (_, index) => line(index)).join('');
  const after = Array.from({ length: 300 }, (_, index) => (index % 5 === 0 ? line(index) : line(-index))).join('');
  const packed = packChange(before, after);
  expect(packed).toEqual(packWhole(after));
});

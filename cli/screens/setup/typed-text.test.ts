import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { drawLine, endOf, hidden, inserted, lineOf, moved, removed } from '#cli/screens/setup/typed-text.ts';

const FAMILY = '👨‍👩‍👧';

test('the cursor goes letter by letter, however many code points a letter has, and stays within the line', () => {
  const line = lineOf(`a${FAMILY}中`);
  expect(line.cursor).toBe(3);
  const middle = moved(moved(line, 'left'), 'left');
  expect(inserted(middle, 'b').text).toBe(`ab${FAMILY}中`);
  expect(removed(middle, 'behind')).toEqual({ text: 'a中', cursor: 1 });
  expect(removed(middle, 'before')).toEqual({ text: `${FAMILY}中`, cursor: 0 });
  expect(moved(moved(line, 'start'), 'left').cursor).toBe(0);
  expect(moved(line, 'right')).toEqual(line);
  expect(removed(line, 'behind')).toEqual(line);
  expect(removed(moved(line, 'start'), 'before').text).toBe(line.text);
});

test('what joins the letter before the cursor leaves the cursor behind it', () => {
  expect(inserted(moved(lineOf('ex'), 'left'), '\u0301')).toEqual({ text: 'e\u0301x', cursor: 1 });
});

test.each([
  ['smtp://ada:secret@mail.example.com:587', 'smtp://ada:••••••@mail.example.com:587'],
  ['smtp://ada:p@ss@mail.example.com', 'smtp://ada:••••@mail.example.com'],
  ['smtp://ada:secr', 'smtp://ada:••••'],
  ['smtp://ada@mail.example.com:587', 'smtp://ada@mail.example.com:587'],
  ['smtp://127.0.0.1:4281', 'smtp://127.0.0.1:4281'],
  ['postgres://db:5432/arbor', 'postgres://db:5432/arbor'],
  ['postgres://[::1]:5432/arbor', 'postgres://[::1]:5432/arbor'],
  ['hunter2', '•••••••'],
])('%s is drawn as %s', (text, drawn) => {
  expect(hidden(text)).toBe(drawn);
});

test('a line fits its width at every place of the cursor, shows the cursor, and marks each end that is cut', () => {
  const texts = ['short', '/var/lib/arbor/data/backups/nightly', '文档与数据的文件夹/备份/每天晚上', FAMILY.repeat(12)];
  for (const text of texts)
    for (let width = 10; width <= 40; width += 1)
      for (let cursor = 0; cursor <= lineOf(text).cursor; cursor += 1) {
        const drawn = drawLine(text, cursor, width);
        expect([drawn, width, stringWidth(drawn) <= width]).toEqual([drawn, width, true]);
        const [before = '', behind = ''] = drawn.split('▏');
        expect(drawn.split('▏')).toHaveLength(2);
        if (!before.startsWith('…')) expect(text.startsWith(before)).toBe(true);
        if (!behind.endsWith('…')) expect(text.endsWith(behind)).toBe(true);
      }
  expect(drawLine('0123456789', 5, 20)).toBe('01234▏56789');
  expect(drawLine('0123456789', 10, 8)).toBe('…456789▏');
  expect(drawLine('0123456789', 0, 8)).toBe('▏012345…');
});

test('the end of a long text is kept', () => {
  expect(endOf('/var/lib/arbor', 6)).toBe('…arbor');
  expect(endOf('文档文档', 6)).toBe('…文档');
});

import { expect, test } from 'vitest';
import { printable, printableJson, printableLines } from '#cli/output/printable.ts';
import { formatRows } from '#cli/output/rows.ts';

const HOSTILE = 'Ada\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eslap\u2066\r\n\u007f';
const UNPRINTABLE = /(?!\n)\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const DIM = new RegExp(`${'\\'}u001b${'\\'}[2?2m`, 'g');

test.each(['table', 'csv', 'json'] as const)('S7: controls and marks of direction never leave raw as %s', (format) => {
  const output = formatRows([{ name: HOSTILE, email: 'ada@example.com' }], format);
  expect(output.replaceAll('\r\n', '\n').replaceAll(DIM, '')).not.toMatch(UNPRINTABLE);
  expect(output).toContain('\\u001b]0;owned');
});

test('S7: JSON keeps the value, and sentences keep their lines', () => {
  expect(JSON.parse(printableJson({ name: HOSTILE }))).toEqual({ name: HOSTILE });
  expect(printableLines('one\n\u001btwo')).toBe('one\n\\u001btwo');
  expect(printable('树木 é 🌳')).toBe('树木 é 🌳');
});

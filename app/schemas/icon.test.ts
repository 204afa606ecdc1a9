import { expect, test } from 'vitest';
import { icon } from '#app/schemas/documents.ts';
import { mailChoiceForm } from '#app/schemas/notifications.ts';

test.each(['🌱', '🇨🇳', '👩🏻‍❤️‍💋‍👨🏿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤', ' 👍🏽 '])('%s is an icon', (text) => {
  expect(icon.parse(text)).toBe(text.trim());
});

const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message);

test('a refused icon gets one message', () => {
  expect(messages(icon.safeParse('words '.repeat(20)))).toEqual(['icon.tooLong']);
  expect(messages(icon.safeParse('word'))).toEqual(['icon.noEmoji']);
  expect(messages(icon.safeParse('🌱🌱'))).toEqual(['icon.noEmoji']);
});

test('an unknown time zone gets one message', () => {
  for (const timeZone of ['Mars/Base', 'x'.repeat(65)])
    expect(messages(mailChoiceForm.safeParse({ timeZone }))).toEqual(['timeZone.unknown']);
});

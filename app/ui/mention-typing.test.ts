import { expect, test } from 'vitest';
import { begunIn } from '#app/ui/mention-typing.ts';

const begunAt = (typed: string) =>
  begunIn({ value: typed, selectionStart: typed.length, selectionEnd: typed.length } as HTMLTextAreaElement);

test.each([
  ['@li', 'li'],
  ['看 @li', 'li'],
  ['看@李', '李'],
  ['看，@li', 'li'],
  ['ねえ＠li', 'li'],
  ['(@', ''],
  ['ada@li', null],
  ['9@li', null],
  ['@li, ', null],
])('in %j a mention begins with %j', (typed, begun) => {
  expect(begunAt(typed)).toBe(begun);
});

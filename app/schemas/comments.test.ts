import { expect, test } from 'vitest';
import { newComment } from '#app/schemas/comments.ts';

test.each([
  ['  - a\n  - b', '  - a\n  - b'],
  ['    code\n    more\n', '    code\n    more'],
  ['\r\n \t\r\n    code\r\n', '    code'],
  ['\n\n\nwords \n\n ', 'words'],
])('%j is stored as %j', (body, stored) => {
  expect(newComment.parse({ body })).toEqual({ body: stored });
});

test.each(['', ' \n\t\n ', '\u200b\n\u2060'])('%j has no text', (body) => {
  expect(newComment.safeParse({ body }).error?.issues.map(({ message }) => message)).toEqual(['comment.required']);
});

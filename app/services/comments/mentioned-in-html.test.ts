import { expect, test } from 'vitest';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { MENTIONS_MAX, mentionedInHtml } from '#app/services/comments/mentioned-in-html.ts';

const ID = `c${'a'.repeat(24)}`;
const mentionedBy = (markdown: string) => mentionedInHtml(renderMarkdown(markdown).html);

test.each([
  `[@Ada](/people/${ID})`,
  `[@Ada](/people/${ID} "title")`,
  `[@Ada](</people/${ID}>)`,
  `[@Ada][ada]\n\n[ada]: /people/${ID}`,
  `[@Ada]\n\n[@Ada]: /people/${ID}`,
  `[**@Ada**](/people/${ID})`,
  `> - [@Ada \\[b\\]](/people/${ID} "a > b")`,
])('a link that begins with @ mentions: %s', (markdown) => {
  expect(mentionedBy(markdown)).toEqual([ID]);
});

test.each([
  `\`[@Ada](/people/${ID})\``,
  `\`\`\`\n[@Ada](/people/${ID})\n\`\`\``,
  `\\[@Ada](/people/${ID})`,
  `<!-- [@Ada](/people/${ID}) -->`,
  `![@Ada](/people/${ID})`,
  `[the author](/people/${ID})`,
  `[the author](/people/${ID} ">@Ada")`,
  `[](/people/${ID})[@Ada](/elsewhere)`,
  `[@Ada](/people/${ID}/more)`,
])('anything else does not: %s', (markdown) => {
  expect(mentionedBy(markdown)).toEqual([]);
});

// An unbounded pattern would exceed the time limit of the test.
test('the people of one text are limited, and hostile markup is searched in linear time', () => {
  const many = Array.from({ length: MENTIONS_MAX + 5 }, (_, nth) =>
    `[@A](/people/${ID}${nth + 100})`.replace('aaa', ''),
  );
  expect(mentionedBy(many.join(' '))).toHaveLength(MENTIONS_MAX);
  for (const part of [`<a href="/people/${ID}"`, `<a href="/people/${ID}">`, `<a href="/people/${ID}"><b>`, '<b>']) {
    expect(mentionedInHtml(`<a href="/people/${ID}">${part.repeat(50_000)}`)).toEqual([]);
  }
});

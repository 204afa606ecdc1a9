import { expect, test } from 'vitest';
import { markPassages } from '#app/services/comments/mark-passages.ts';

const passage = (quote: string, threadId = 'c1') => ({ quote, prefix: null, suffix: null, threadId });
const marked = (...given: Parameters<typeof markPassages>) => markPassages(...given).html;
const first = (words: string, id = 'c1') =>
  `<a class="passage-mark" href="#thread-${id}" id="passage-${id}">${words}</a>`;
const next = (words: string, id = 'c1') => `<a class="passage-mark" href="#thread-${id}" tabindex="-1">${words}</a>`;

test('a passage becomes a link to its thread, also through markup, entities and lines', () => {
  expect(marked('<p>Apples ripen late.</p>', [passage('ripen late')])).toBe(`<p>Apples ${first('ripen late')}.</p>`);
  expect(marked('<p>Apples <em>ripen</em> late.</p>', [passage('Apples ripen late')])).toBe(
    `<p>${first('Apples ')}<em>${next('ripen')}</em>${next(' late')}.</p>`,
  );
  expect(marked('<p>Tom &amp; Ann&#x3C;\nsay</p>', [passage('& Ann< say')])).toBe(
    `<p>Tom ${first('&amp; Ann&#x3C;\nsay')}</p>`,
  );
  expect(marked('<ul><li>苹果</li>\n<li>成熟</li></ul>', [passage('苹果 成熟')])).toBe(
    `<ul><li>${first('苹果')}</li>\n<li>${next('成熟')}</li></ul>`,
  );
});

test('links, buttons and formulas stay as they are', () => {
  const html = '<p>See <a href="/x" title="a > b">the plan</a> now</p>';
  expect(marked(html, [passage('See the plan now')])).toBe(
    `<p>${first('See ')}<a href="/x" title="a > b">the plan</a>${next(' now')}</p>`,
  );
  const button = '<button type="submit">Tick</button>';
  expect(marked(button, [passage('Tick')])).toBe(button);
});

test('what is not found, and what another passage covers, has no mark', () => {
  const html = '<p>Apples ripen late.</p>';
  expect(marked(html, [passage('Quinces')])).toBe(html);
  expect(marked(html, [passage('Apples ripen'), passage('ripen late', 'c2')])).toBe(
    `<p>${first('Apples ripen')} late.</p>`,
  );
  expect(marked(html, [passage('Apples'), passage('late', 'c2')])).toBe(
    `<p>${first('Apples')} ripen ${first('late', 'c2')}.</p>`,
  );
});

test('a text of many blanks costs as much as its length', () => {
  const words = 'again and '.repeat(400_000);
  const { html } = markPassages(`<p>${words}once</p>`, [
    { threadId: 't', quote: 'and once', prefix: null, suffix: null },
  ]);
  expect(html.endsWith('again <a class="passage-mark" href="#thread-t" id="passage-t">and once</a></p>')).toBe(true);
});

test('found passages are listed in the order of the text, those that others cover too', () => {
  const html = '<p>Apples ripen late, pears early.</p>';
  const passages = [
    passage('early', 'c1'),
    passage('ripen late', 'c2'),
    passage('plums', 'c3'),
    passage('ripen', 'c4'),
  ];
  expect(markPassages(html, passages).order).toEqual(['c4', 'c2', 'c1']);
});

import * as fc from 'fast-check';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

type Kind = '-' | '- [ ]' | '1.' | '9.' | '99.';
type Item = { extra: string[]; children: List | null };
export type List = { kind: Kind; isLoose: boolean; items: Item[] };

const EXTRAS = [
  'more words',
  '```\ncode\n  in\n```',
  '> quote',
  '> ```\n> code\n>   in\n> ```',
  '> $$\n> x\n> $$',
  '| a |\n| - |',
];
const kind = fc.constantFrom<Kind>('-', '- [ ]', '1.', '9.', '99.');
const listOf = (extras: readonly string[]) =>
  fc.letrec<{ list: List; item: Item }>((tie) => ({
    list: fc.record({ kind, isLoose: fc.boolean(), items: fc.array(tie('item'), { minLength: 1, maxLength: 4 }) }),
    item: fc.record({
      extra: fc.array(fc.constantFrom(...extras), { maxLength: 2 }),
      children: fc.option(tie('list'), { depthSize: 'small', maxDepth: 3 }),
    }),
  })).list;
/** Lists whose items have further blocks and children. */
export const list = listOf(EXTRAS);
/** Lists with HTML, too, which goes on to the next blank line. */
export const listWithHtml = listOf([...EXTRAS, '<div>\nhtml\n</div>']);

/** Writes a list as Markdown. Each item has a word of its own, such as `w02` for the third item below the first. */
export function written({ kind: mark, isLoose, items }: List, name: string): string {
  return items
    .map(({ extra, children }, index) => {
      const [bullet] = /^\d+\./.test(mark) ? [`${Number.parseInt(mark, 10) + index}.`] : ['-'];
      const box = mark.endsWith(']') ? '[ ] ' : '';
      const nested = children ? [written(children, `${name}${index}`)] : [];
      const first = `${box}w${name}${index}`;
      const isTight = extra.length === 0 && /^(?:-|1\.)/.test(children?.kind ?? '-');
      const body = [first, ...extra, ...nested].join(isTight ? '\n' : '\n\n');
      const indent = ' '.repeat(bullet!.length + 1);
      return `${bullet} ${body.replace(/\n(?=.)/g, `\n${indent}`)}`;
    })
    .join(isLoose ? '\n\n' : '\n');
}

/** Marks of quotes around a list, also of one deep in another list. */
export const quotes = fc.constantFrom('', '> ', '> > ', '    > ');

/** Puts a text in quotes. */
export const quoted = (text: string, quote: string): string =>
  (quote.startsWith(' ') ? '- x\n  - y\n' : '') + text.replace(/^/gm, quote);

/** Returns the level of each word of a list on the page. */
export function levelsOf(text: string): Record<string, number> {
  const levels: Record<string, number> = {};
  let level = 0;
  for (const [tag, word] of renderMarkdown(text).html.matchAll(/<li|<\/li|(?<!\.)\b(w\d+)/g)) {
    if (word) levels[word] = level;
    else level += tag === '<li' ? 1 : -1;
  }
  return levels;
}

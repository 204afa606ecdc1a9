import type { Element, ElementContent, Root } from 'hast';
import { diffComm } from 'node-diff3';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { renderText } from '#app/markdown/long-texts.ts';
import { isComparable } from '#app/services/documents/is-comparable.ts';

/** A stretch of a rendered page: sanitised HTML. */
export type PagePart = { kind: 'same' | 'added' | 'removed'; html: string };

/** Beyond this much HTML only the source is compared: reading it apart would hold the process. */
const HTML_MAX = 400_000;

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const writer = unified().use(rehypeStringify).freeze();

/** A text as its page shows it: sanitised HTML. */
export const pageOf = async (text: string): Promise<string> => (await renderText(text)).html;

/** What changed between two texts as the page shows them, block by block; null for texts too long to compare so. */
export async function comparePages(before: string, after: string): Promise<PagePart[] | null> {
  const [old, now] = [await pageOf(before), await pageOf(after)];
  if (old.length + now.length > HTML_MAX) return null;
  const [oldBlocks, newBlocks] = [blocksOf(old), blocksOf(now)];
  if (!isComparable(oldBlocks, newBlocks)) return null;
  return diffComm(oldBlocks, newBlocks).flatMap(({ common, buffer1 = [], buffer2 = [] }) =>
    common ? part('same', common) : [...part('removed', buffer1.map(withoutIds)), ...part('added', buffer2)],
  );
}

const part = (kind: PagePart['kind'], blocks: readonly string[]): PagePart[] =>
  blocks.length > 0 ? [{ kind, html: blocks.join('\n') }] : [];

const write = (children: ElementContent[]) => writer.stringify({ type: 'root', children });

function blocksOf(html: string): string[] {
  const { children } = parser.parse(html) as Root;
  return children
    .filter((child) => child.type !== 'doctype' && !(child.type === 'text' && child.value.trim() === ''))
    .map((child) => write([child as ElementContent]));
}

/** A heading that stayed has its anchor once. */
function withoutIds(html: string): string {
  const root = parser.parse(html) as Root;
  visit(root, 'element', ({ properties }: Element) => {
    delete properties.id;
  });
  return write(root.children as ElementContent[]);
}

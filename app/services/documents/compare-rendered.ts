import type { Element, ElementContent, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { diffParts } from '#app/differences/diff-parts.ts';
import { STEPS_MAX, StepBudget } from '#app/differences/step-budget.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

/** A part of a rendered page: sanitised HTML. */
export type PagePart = { kind: 'same' | 'added' | 'removed'; html: string };

/** Longer HTML is compared by source only. */
const HTML_MAX = 400_000;

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const writer = unified().use(rehypeStringify).freeze();

/** Compares two texts as rendered, block by block; null if they are too long. */
export function compareRendered(before: string, after: string): PagePart[] | null {
  // Rendering seldom makes a text shorter, and takes seconds for a long one.
  if (before.length + after.length > HTML_MAX) return null;
  const [old, now] = [renderMarkdown(before).html, renderMarkdown(after).html];
  if (old.length + now.length > HTML_MAX) return null;
  const [oldBlocks, newBlocks] = [blocksOf(old), blocksOf(now)];
  const parts: PagePart[] = [];
  let done = 0;
  for (const { at, end, newAt, newEnd } of diffParts(oldBlocks, newBlocks, new StepBudget(STEPS_MAX))) {
    parts.push(...part('same', oldBlocks.slice(done, at)));
    parts.push(...part('removed', oldBlocks.slice(at, end).map(withoutIds)));
    parts.push(...part('added', newBlocks.slice(newAt, newEnd)));
    done = end;
  }
  return [...parts, ...part('same', oldBlocks.slice(done))];
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

/** Avoids duplicate anchors: an unchanged heading keeps its id once. */
function withoutIds(html: string): string {
  const root = parser.parse(html) as Root;
  visit(root, 'element', ({ properties }: Element) => {
    delete properties.id;
  });
  return write(root.children as ElementContent[]);
}

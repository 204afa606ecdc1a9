import type { Element, ElementContent, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { diffParts } from '#app/differences/diff-parts.ts';
import { STEPS_MAX, StepBudget } from '#app/differences/step-budget.ts';

/** A stretch of a rendered page: sanitised HTML. */
export type PagePart = { kind: 'same' | 'added' | 'removed'; html: string };

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const writer = unified().use(rehypeStringify).freeze();

/** Compares two rendered texts block by block. Runs in a thread: parsing HTML takes long. */
export function compareBlocks(before: string, after: string): PagePart[] {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  const parts: PagePart[] = [];
  let done = 0;
  for (const { at, end, newAt, newEnd } of diffParts(old, now, new StepBudget(STEPS_MAX))) {
    parts.push(...part('same', old.slice(done, at)));
    parts.push(...part('removed', old.slice(at, end).map(withoutIds)), ...part('added', now.slice(newAt, newEnd)));
    done = end;
  }
  return [...parts, ...part('same', old.slice(done))];
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

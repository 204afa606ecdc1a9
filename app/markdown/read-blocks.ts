import type { Root as HastRoot } from 'hast';
import type { Root } from 'mdast';
import { documentLinks } from '#app/markdown/document-links.ts';
import { sanitize } from '#app/markdown/finish-html.ts';
import { containsHtml, toHtmlTree } from '#app/markdown/html-tree.ts';
import { type KnownBlock, knownBlock, type ReadBlock } from '#app/markdown/known-blocks.ts';
import { parseMarkdown } from '#app/markdown/parse-markdown.ts';
import { numberTasks } from '#app/markdown/task-marks.ts';
import { expansionOf, isTooDeep } from '#app/markdown/tree-limits.ts';

/** Neighbours that are read together, since starting the parser costs as much as a short block. */
type Run = { first: number; sources: string[] };

/** Stands between the elements on top. */
const LINE_FEED = { type: 'text', value: '\n' } as const;
const mayHoldHtml = (source: string) => /<[A-Za-z/!?]/.test(source);

/** What is not known yet. Blocks that may hold HTML come alone and first: where one does, the others are not read in vain. */
function runsOf(sources: string[], known: (KnownBlock | undefined)[]): Run[] {
  const runs: Run[] = [];
  let open: Run | null = null;
  for (const [first, source] of sources.entries()) {
    if (known[first] || mayHoldHtml(source)) {
      open = null;
      if (!known[first]) runs.unshift({ first, sources: [source] });
      continue;
    }
    if (open === null) runs.push({ first, sources: [] });
    open ??= runs.at(-1)!;
    open.sources.push(source);
  }
  return runs;
}

type Placed = { position?: { start: { offset?: number | undefined } } | undefined };

/** Deals a tree's children out to the sources they begin in; what stands nowhere is the line feed between two of them. */
function deal<Child extends Placed>(children: Child[], sources: string[]): Child[][] {
  const dealt: Child[][] = [];
  let at = 0;
  let end = 0;
  for (const source of sources) {
    end += source.length;
    const own: Child[] = [];
    for (; at < children.length; at++) {
      const offset = children[at]!.position?.start.offset;
      if (offset === undefined) continue;
      if (offset >= end) break;
      own.push(children[at]!);
    }
    dealt.push(own);
  }
  return dealt;
}

/** Null where they hold HTML or are nested too deeply. */
function readRun({ sources }: Run): ReadBlock[] | null {
  const tree = parseMarkdown(sources.join(''));
  if (containsHtml(tree)) return null;
  const blocks = deal(tree.children, sources).map((children): Omit<ReadBlock, 'tree'> => {
    const block: Root = { type: 'root', children };
    return { links: documentLinks(block), tasks: numberTasks(block), expansion: expansionOf(block) };
  });
  if (blocks.some(({ expansion }) => expansion === Number.POSITIVE_INFINITY)) return null;
  const html = toHtmlTree(tree);
  if (isTooDeep(html)) return null;
  const parts = deal<HastRoot['children'][number]>(sanitize(html).children, sources);
  return blocks.map((block, index) => {
    const children = parts[index]!.flatMap((child, nth) => (nth === 0 ? [child] : [LINE_FEED, child]));
    return { ...block, tree: { type: 'root', children } };
  });
}

/** The blocks of these sources, as far as they are known; null where one cannot stand alone. */
export function readBlocks(sources: string[]): KnownBlock[] | null {
  const blocks = sources.map(knownBlock);
  for (const run of runsOf(sources, blocks)) {
    const read = readRun(run);
    if (read === null) return null;
    for (const [index, block] of read.entries()) blocks[run.first + index] = block;
  }
  return blocks as KnownBlock[];
}

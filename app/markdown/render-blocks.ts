import type { Nodes, Root } from 'hast';
import { type FinishedPart, finishParts } from '#app/markdown/finish-html.ts';
import { rememberBlock } from '#app/markdown/known-blocks.ts';
import { joinWords } from '#app/markdown/plain-text.ts';
import { readBlocks } from '#app/markdown/read-blocks.ts';
import type { RenderedTree } from '#app/markdown/render-whole.ts';
import { MOST_EXPANSION_BYTES } from '#app/markdown/tree-limits.ts';

/** Finishing changes a tree, and what is known must stay as it is. */
function copyOf<Node extends Nodes>(node: Node): Node {
  const copy = { ...node };
  if ('properties' in copy) copy.properties = { ...copy.properties };
  if ('children' in copy) copy.children = copy.children.map(copyOf) as Root['children'];
  return copy;
}

/** What `splitBlocks` made of a text, rendered as the whole text would be; null where only the whole can be. */
export function renderBlocks(sources: string[]): RenderedTree | null {
  const blocks = readBlocks(sources);
  if (blocks === null) return null;
  if (blocks.reduce((bytes, { expansion }) => bytes + expansion, 0) > MOST_EXPANSION_BYTES) return null;
  let tasks = 0;
  const drafts = blocks.map((block) => {
    const firstTask = tasks;
    tasks += block.tasks;
    return 'tree' in block ? { tree: copyOf(block.tree), firstTask } : null;
  });
  const { parts, outline } = finishParts(drafts.filter((draft) => draft !== null));
  const unwritten = parts.values();
  const written = blocks.map((block, index): Pick<FinishedPart, 'html' | 'words'> => {
    if ('html' in block) return block;
    const { html, words, isFixed } = unwritten.next().value!;
    const { links, tasks, expansion } = block;
    rememberBlock(sources[index]!, isFixed ? { html, words, links, tasks, expansion } : block);
    return { html, words };
  });
  return {
    html: written.flatMap(({ html }) => html || []).join('\n'),
    outline,
    text: joinWords(written.map(({ words }) => words)),
    links: blocks.flatMap(({ links }) => links),
  };
}

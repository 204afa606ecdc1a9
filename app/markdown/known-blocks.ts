import type { Root } from 'hast';

/** A block that was read: its sanitised tree, its destinations, how many tasks it has and what it grows by. */
export type ReadBlock = { tree: Root; links: string[]; tasks: number; expansion: number };
/** One that comes out the same wherever it stands needs no tree: its HTML and its words are all that is left to know. */
export type KnownBlock = Omit<ReadBlock, 'tree'> & ({ tree: Root } | { html: string; words: string });

/** In UTF-16 units of sources, HTML and words; a tree counts as what it weighs in HTML, many times over. */
const MOST_KEPT = 2 * 1024 * 1024;
const TREE_TO_SOURCE = 20;

const blocks = new Map<string, KnownBlock>();
let kept = 0;

function sizeOf(source: string, block: KnownBlock): number {
  return (
    source.length * ('tree' in block ? TREE_TO_SOURCE : 1) +
    ('html' in block ? block.html.length + block.words.length : 0)
  );
}

/** What is known of a block of this source; the one asked for last is forgotten last. */
export function knownBlock(source: string): KnownBlock | undefined {
  const known = blocks.get(source);
  if (known === undefined) return undefined;
  blocks.delete(source);
  blocks.set(source, known);
  return known;
}

/** Most saves change one paragraph of a text: the others need not be parsed again. */
export function rememberBlock(source: string, block: KnownBlock): void {
  const before = blocks.get(source);
  if (before) kept -= sizeOf(source, before);
  blocks.set(source, block);
  kept += sizeOf(source, block);
  for (const [oldest, forgotten] of blocks) {
    if (kept <= MOST_KEPT) return;
    blocks.delete(oldest);
    kept -= sizeOf(oldest, forgotten);
  }
}

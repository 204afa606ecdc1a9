import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { togglesOf } from '#app/features/editor/browser/structure/toggles.ts';

/**
 * A block that must stay on its own lines: a table, code, a formula, or the first or last line of a toggle. Positions
 * cover whole lines without the final line break.
 */
export type Block = {
  kind: 'table' | 'fence' | 'tag';
  from: number;
  to: number;
  /** Tables only: the cursor is in the source, after its first character. */
  isOpen: boolean;
  /** Fences only: end of the opening line, start and mark of the closing line. An unclosed fence is not a block. */
  inner: { openingTo: number; closingFrom: number; closingMark: number } | null;
  /** Marks of the surrounding quote or list item, with which each line begins. */
  prefix: string;
};

/** The mark of a fence on its line. */
export const FENCE_MARK = /`{3,}|~{3,}|\${2,}/;

/** Maximum time for parsing in milliseconds. Without the parsed blocks, text typed beside one would join it. */
const PARSE_MS = 500;

function tableAt(state: EditorState, node: SyntaxNodeRef): Block | null {
  // Tables in quotes and lists are shown as source and need no protection.
  if (node.node.parent?.parent) return null;
  const { from } = state.doc.lineAt(node.from);
  const { to } = state.doc.lineAt(node.to);
  const { head } = state.selection.main;
  return { kind: 'table', from, to, isOpen: from < head && head <= to, inner: null, prefix: '' };
}

function fenceAt(state: EditorState, { node }: SyntaxNodeRef): Block | null {
  const mark = node.name === 'FencedCode' ? 'CodeMark' : 'MathsMark';
  const [opening, closing]: (SyntaxNode | undefined)[] = node.getChildren(mark);
  if (!opening || !closing) return null;
  const first = state.doc.lineAt(opening.from);
  const last = state.doc.lineAt(closing.from);
  if (first.number === last.number) return null;
  return {
    kind: 'fence',
    isOpen: false,
    from: first.from,
    to: last.to,
    inner: { openingTo: first.to, closingFrom: last.from, closingMark: closing.from },
    prefix: last.text.slice(0, closing.from - last.from),
  };
}

/**
 * Returns the lines with tags of the toggles that a range touches. HTML goes on to the next blank line, so that text
 * next to them joins it.
 */
const tagsIn = (state: EditorState, start: number, end: number): Block[] =>
  togglesOf(state)
    .filter(({ from, to }) => from <= end && to >= start)
    .flatMap(({ from, headTo, to }) => [
      { from, to: headTo },
      { from: state.doc.lineAt(to).from, to },
    ])
    .filter(({ from, to }) => from <= end && to >= start)
    .map((lines) => ({ ...lines, kind: 'tag', isOpen: false, inner: null, prefix: '' }));

/** Returns the blocks on or next to the lines of a range. */
export function blocksNear(state: EditorState, from: number, to: number): Block[] {
  const start = Math.max(0, state.doc.lineAt(from).from - 1);
  const end = Math.min(state.doc.length, state.doc.lineAt(to).to + 1);
  const blocks = tagsIn(state, start, end);
  const tree = ensureSyntaxTree(state, end, PARSE_MS) ?? syntaxTree(state);
  tree.iterate({
    from: start,
    to: end,
    enter: (node) => {
      const isFence = node.name === 'FencedCode' || node.name === 'BlockMaths';
      if (!isFence && node.name !== 'Table') return;
      const block = isFence ? fenceAt(state, node) : tableAt(state, node);
      if (block) blocks.push(block);
      return false;
    },
  });
  return blocks;
}

/** Returns the block on the last line of the text, if any. */
export const lastBlock = (state: EditorState): Block | undefined =>
  blocksNear(state, state.doc.length, state.doc.length).find(({ to }) => to === state.doc.length);

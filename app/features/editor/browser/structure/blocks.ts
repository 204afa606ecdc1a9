import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';

/** A block of several lines whose edges text must not touch. Positions are those of whole lines, without line breaks. */
export type Block = {
  kind: 'table' | 'fence';
  from: number;
  to: number;
  /** A table alone: its source is being written, behind its first letter. */
  isOpen: boolean;
  /** A fence alone: where its opening line ends and its closing line begins. An unclosed fence is no block. */
  inner: { openingTo: number; closingFrom: number } | null;
  /** The marks of the quote or list item around it, which each of its lines begins with. */
  prefix: string;
};

const PARSE_MS = 50;

function tableAt(state: EditorState, node: SyntaxNodeRef): Block | null {
  // Inside of a quote or a list its source is shown: there nothing is drawn that could be fallen out of.
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
    inner: { openingTo: first.to, closingFrom: last.from },
    prefix: last.text.slice(0, closing.from - last.from),
  };
}

/** The blocks that stand on or next to the lines of a range. */
export function blocksNear(state: EditorState, from: number, to: number): Block[] {
  const start = Math.max(0, state.doc.lineAt(from).from - 1);
  const end = Math.min(state.doc.length, state.doc.lineAt(to).to + 1);
  const blocks: Block[] = [];
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

/** The block that takes the last line of the text, if any. */
export const lastBlock = (state: EditorState): Block | undefined =>
  blocksNear(state, state.doc.length, state.doc.length).find(({ to }) => to === state.doc.length);

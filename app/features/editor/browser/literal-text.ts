import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** Blocks whose lines are not read as Markdown. */
export const LITERAL_BLOCKS: ReadonlySet<string> = new Set(['FencedCode', 'CodeBlock', 'BlockMaths', 'HTMLBlock']);
export const LITERAL: ReadonlySet<string> = new Set([...LITERAL_BLOCKS, 'InlineCode', 'InlineMaths']);

function isIn(state: EditorState, at: number, names: ReadonlySet<string>): boolean {
  for (let node = syntaxTree(state).resolveInner(at, -1); ; node = node.parent) {
    if (names.has(node.name)) return true;
    if (!node.parent) return false;
  }
}

/** Tests whether a position is in code, a formula or HTML, where menus stay closed and pasting is plain. */
export const isLiteral = (state: EditorState, at: number): boolean => isIn(state, at, LITERAL);

/** Tests whether a position is in a block of code, a formula or HTML, where marks of styles and links are text. */
export const isInLiteralBlock = (state: EditorState, at: number): boolean => isIn(state, at, LITERAL_BLOCKS);

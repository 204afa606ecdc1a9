import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

export const LITERAL: ReadonlySet<string> = new Set([
  'FencedCode',
  'CodeBlock',
  'InlineCode',
  'BlockMaths',
  'InlineMaths',
  'HTMLBlock',
]);

/** Tests whether a position is in code, a formula or HTML, where menus stay closed and pasting is plain. */
export function isLiteral(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, -1); ; node = node.parent) {
    if (LITERAL.has(node.name)) return true;
    if (!node.parent) return false;
  }
}

import { getIndentUnit, indentUnit, syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { blocksNear } from '#app/features/editor/browser/structure/blocks.ts';
import { blanksFor, shifting } from '#app/features/editor/browser/writing/indent-items.ts';
import { quoteMarks } from '#app/features/editor/browser/writing/list-items.ts';

/** The marks and blanks before the code of a line; `isFence` marks the first and last line of fenced code. */
type CodeLine = { line: Line; prefix: string; isFence: boolean };

/** Returns what stands before the code of these lines, which are sorted. */
function codeLines(state: EditorState, lines: readonly Line[]): CodeLine[] {
  // Looked up once: a block is read as a whole.
  const blocks = blocksNear(state, lines[0]!.from, lines.at(-1)!.to).filter(({ inner }) => inner);
  let next = 0;
  return lines.map((line) => {
    while (blocks[next] && blocks[next]!.to < line.to) next += 1;
    const block = blocks[next];
    if (!block || block.from > line.from) return { line, prefix: quotedCodePrefix(state, line), isFence: false };
    return { line, prefix: block.prefix, isFence: line.from === block.from || line.to === block.to };
  });
}

/** Returns the quote marks before indented code. */
function quotedCodePrefix(state: EditorState, line: Line): string {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(line.to, -1);
  while (node && node.name !== 'CodeBlock') node = node.parent;
  return node ? quoteMarks(state, line) : '';
}

function selectedLines({ doc, selection }: EditorState): Line[] {
  const lines = new Map<number, Line>();
  for (const { from, to, empty } of selection.ranges)
    for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
      if (empty || line.from < to) lines.set(line.number, line);
      if (line.to >= to) break;
    }
  return [...lines.values()];
}

function shifted(state: EditorState, { line, prefix, isFence }: CodeLine, by: 1 | -1): ChangeSpec[] {
  const { from, text } = line;
  const unit = by > 0 ? state.facet(indentUnit) : '';
  // An empty line may lack the prefix.
  if (unit && text.length < prefix.length && prefix.startsWith(text))
    return [{ from: line.to, insert: prefix.slice(text.length) + unit }];
  if (!text.startsWith(prefix) || (isFence && prefix)) return [];
  const start = from + prefix.length;
  const blanks = by > 0 ? '' : /^[ \t]*/.exec(text.slice(prefix.length))![0];
  return [{ from: start, to: start + blanksFor(blanks, getIndentUnit(state)), insert: unit }];
}

/**
 * Tab and Shift+Tab in code of a quote or item move its lines behind their quote marks and indentation. Before them the
 * change would be a part of the code, or end it. Leaves other code and other lines to CodeMirror.
 */
export const indentCode =
  (by: 1 | -1): Command =>
  ({ state, dispatch }) => {
    const lines = codeLines(state, selectedLines(state));
    if (!lines.some(({ prefix }) => prefix)) return false;
    dispatch(
      shifting(
        state,
        lines.flatMap((line) => shifted(state, line, by)),
      ),
    );
    return true;
  };

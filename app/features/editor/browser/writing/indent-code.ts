import { getIndentUnit, indentUnit, syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import type { Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { blocksNear } from '#app/features/editor/browser/structure/blocks.ts';
import { blanksFor, shifting } from '#app/features/editor/browser/writing/indent-items.ts';
import { quoteMarks } from '#app/features/editor/browser/writing/list-items.ts';

/** The marks and blanks before the code of a line; `isFence` marks the first and last line of fenced code. */
type CodeLine = { line: Line; prefix: string; isFence: boolean };

function codeLine(state: EditorState, line: Line): CodeLine {
  const isAround = ({ from, to }: { from: number; to: number }) => from <= line.from && line.to <= to;
  const block = blocksNear(state, line.from, line.to).find((each) => each.inner && isAround(each));
  if (block) {
    const { from, to, prefix } = block;
    return { line, prefix, isFence: line.from === from || line.to === to };
  }
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(line.to, -1);
  while (node && node.name !== 'CodeBlock') node = node.parent;
  return { line, prefix: node ? quoteMarks(state, line) : '', isFence: false };
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
    const lines = selectedLines(state).map((line) => codeLine(state, line));
    if (!lines.some(({ prefix }) => prefix)) return false;
    dispatch(
      shifting(
        state,
        lines.flatMap((line) => shifted(state, line, by)),
      ),
    );
    return true;
  };

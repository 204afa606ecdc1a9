import { syntaxTree } from '@codemirror/language';
import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { drawBlankLines } from '#app/features/editor/browser/preview/blank-lines.ts';
import { decorateBlock } from '#app/features/editor/browser/preview/block-marks.ts';
import { drawToggles } from '#app/features/editor/browser/preview/draw-toggles.ts';
import { type Drawing, line } from '#app/features/editor/browser/preview/drawing.ts';
import { frontMatterEnd } from '#app/features/editor/browser/preview/front-matter.ts';
import { decorateInline } from '#app/features/editor/browser/preview/inline-marks.ts';

function touchIn(view: EditorView): Pick<Drawing, 'touches' | 'touchesLines'> {
  const { state, hasFocus } = view;
  const touches = (from: number, to: number) =>
    hasFocus && state.selection.ranges.some((range) => range.from <= to && range.to >= from);
  const touchesLines = (from: number, to: number) => touches(state.doc.lineAt(from).from, state.doc.lineAt(to).to);
  return { touches, touchesLines };
}

/**
 * Tests whether a cursor is strictly inside a replacement. Browsers would insert typed letters after it in reverse
 * order, so its source is shown instead.
 */
function isEntered({ state, hasFocus }: EditorView, { from, to, value }: Range<Decoration>): boolean {
  const isInside = (at: number) => from < at && at < to;
  return (
    hasFocus && value.point && state.selection.ranges.some(({ anchor, head }) => isInside(anchor) || isInside(head))
  );
}

/** Tests whether a replacement contains a line break, which CodeMirror refuses. Its source is shown instead. */
function isBroken({ doc }: EditorState, { from, to, value }: Range<Decoration>): boolean {
  return value.point && to > doc.lineAt(from).to;
}

/** Decorates the visible Markdown as the page renders it, except at the cursor. */
export function decorate(view: EditorView): DecorationSet {
  const { state } = view;
  const ranges: Range<Decoration>[] = [];
  const drawing: Drawing = { state, add: (range) => ranges.push(range), ...touchIn(view) };
  const head = frontMatterEnd(state.doc);
  for (const { from, to } of view.visibleRanges) {
    drawHead(drawing, head, from, to);
    if (to < head) continue;
    const enter = (node: SyntaxNodeRef): boolean | undefined => {
      if (node.from < head) return node.to > head;
      return decorateBlock(node, drawing) && decorateInline(node, drawing);
    };
    syntaxTree(state).iterate({ from: Math.max(from, head), to, enter });
    drawToggles(drawing, from, to);
    drawBlankLines(drawing, Math.max(from, head), to);
  }
  return Decoration.set(
    ranges.filter((range) => !isBroken(state, range) && !isEntered(view, range)),
    true,
  );
}

function drawHead({ state, add }: Drawing, head: number, from: number, to: number): void {
  for (let at = from; at < Math.min(head, to); ) {
    const { from: start, to: end } = state.doc.lineAt(at);
    add(line('cm-head').range(start));
    at = end + 1;
  }
}

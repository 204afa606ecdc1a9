import { codeFolding, foldEffect, unfoldEffect } from '@codemirror/language';
import type { Transaction } from '@codemirror/state';
import { Decoration, type EditorView, WidgetType } from '@codemirror/view';
import { type Drawing, hidden, line } from '#app/features/editor/browser/preview/drawing.ts';
import {
  isFolded,
  type Toggle,
  toggleField,
  togglesOf,
  touchesTags,
  turnToggle,
} from '#app/features/editor/browser/structure/toggles.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';

/** The button that folds and unfolds a toggle. */
class FoldWidget extends WidgetType {
  readonly isFolded: boolean;
  constructor(isFolded: boolean) {
    super();
    this.isFolded = isFolded;
  }
  override eq(other: FoldWidget): boolean {
    return other.isFolded === this.isFolded;
  }
  toDOM(view: EditorView): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cm-fold';
    button.setAttribute('aria-expanded', String(!this.isFolded));
    button.setAttribute('aria-label', textOf(view, 'editor.fold'));
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => {
      const at = view.posAtDOM(button);
      const toggle = togglesOf(view.state).find(({ from, headTo }) => from <= at && at <= headTo);
      if (toggle) turnToggle(view, toggle);
    });
    return button;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

function drawHead(toggle: Toggle, { state, add, touchesLines }: Drawing): void {
  const { from, headTo, summary } = toggle;
  const head = state.doc.lineAt(headTo);
  const fold = new FoldWidget(isFolded(state, toggle));
  const isOnOneLine = head.from === from;
  if (touchesLines(from, headTo) && touchesTags(state, toggle)) {
    // A widget at the start of a selection would make the editor misread what an input method writes over it.
    const isBehind = state.selection.ranges.some((range) => !range.empty && range.from === head.from);
    add(Decoration.widget({ widget: fold, side: isBehind ? 1 : -1 }).range(isBehind ? head.to : head.from));
    return;
  }
  add(line('cm-toggle-head').range(head.from));
  if (!isOnOneLine) {
    const first = state.doc.lineAt(from);
    add(line('cm-toggle-tag').range(first.from));
    add(hidden.range(first.from, first.to));
  }
  add(Decoration.replace({ widget: fold }).range(head.from, summary.from));
  if (headTo > summary.to) add(hidden.range(summary.to, headTo));
}

/** Decorates toggles in a range: fold button, summary and indented content. */
export function drawToggles(drawing: Drawing, from: number, to: number): void {
  const { state, add, touchesLines } = drawing;
  for (const toggle of togglesOf(state)) {
    if (toggle.to < from || toggle.from > to) continue;
    if (toggle.headTo >= from) drawHead(toggle, drawing);
    if (isFolded(state, toggle)) continue;
    const last = state.doc.lineAt(toggle.to);
    for (
      let at = Math.max(toggle.headTo + 1, state.doc.lineAt(Math.max(from, toggle.from)).from);
      at < last.from && at <= to;
    ) {
      const inner = state.doc.lineAt(at);
      const isEdge = inner.from === toggle.headTo + 1 || inner.to === last.from - 1;
      const isGap = isEdge && inner.length === 0 && !touchesLines(inner.from, inner.to);
      add(line(isGap ? 'cm-toggle-body cm-toggle-gap' : 'cm-toggle-body').range(inner.from));
      at = inner.to + 1;
    }
    if (touchesLines(last.from, last.to)) continue;
    add(line('cm-toggle-tag').range(last.from));
    add(hidden.range(last.from, last.to));
  }
}

export const isFolding = ({ effects }: Transaction) =>
  effects.some((effect) => effect.is(foldEffect) || effect.is(unfoldEffect));

export const toggles = [toggleField, codeFolding({ placeholderText: '…' })];

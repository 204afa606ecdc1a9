import { syntaxTree } from '@codemirror/language';
import { type DecorationSet, EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { decorate } from '#app/features/editor/browser/preview/decorate.ts';
import { isFolding, toggles } from '#app/features/editor/browser/preview/draw-toggles.ts';
import { drawnBlocks } from '#app/features/editor/browser/preview/drawn-blocks.ts';

class Preview implements PluginValue {
  decorations: DecorationSet;
  #isStale = false;

  constructor(view: EditorView) {
    this.decorations = decorate(view);
  }

  update(update: ViewUpdate): void {
    // Do not redraw during a composition.
    if (update.view.composing) {
      this.decorations = this.decorations.map(update.changes);
      this.#isStale = true;
      return;
    }
    const isParsed = syntaxTree(update.state) !== syntaxTree(update.startState);
    const isMoved = update.selectionSet || update.viewportChanged || update.focusChanged;
    const isFolded = update.transactions.some(isFolding);
    if (!this.#isStale && !update.docChanged && !isMoved && !isParsed && !isFolded) return;
    this.#isStale = false;
    this.decorations = decorate(update.view);
  }
}

const preview = ViewPlugin.fromClass(Preview, { decorations: (plugin) => plugin.decorations });

/** Redraws after a composition. */
const redrawComposed = EditorView.domEventHandlers({
  compositionend: (_event, view) => {
    setTimeout(() => view.dispatch({}), 0);
  },
});

export const livePreview = [toggles, preview, drawnBlocks, redrawComposed];

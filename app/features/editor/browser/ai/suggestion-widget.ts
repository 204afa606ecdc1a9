import type { Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { makeButton } from '#app/browser/make-button.ts';
import { discard, retry, settle } from '#app/features/editor/browser/ai/ask.ts';
import { type AiAction, type Suggestion, stopAi, suggestionField } from '#app/features/editor/browser/ai/suggestion.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';

const REPLACES = new Set<AiAction>(['improve', 'shorten', 'translate']);

class SuggestionWidget extends WidgetType {
  readonly suggestion: Suggestion;
  constructor(suggestion: Suggestion) {
    super();
    this.suggestion = suggestion;
  }
  override eq(other: SuggestionWidget): boolean {
    return other.suggestion === this.suggestion;
  }
  toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('section');
    box.className = 'cm-ai';
    box.setAttribute('aria-label', textOf(view, 'ai.result'));
    const text = document.createElement('div');
    text.className = 'cm-ai-text';
    const note = document.createElement('p');
    note.className = 'cm-ai-note';
    note.setAttribute('role', 'status');
    const bar = document.createElement('div');
    bar.className = 'cm-ai-bar';
    box.append(text, note, bar);
    this.updateDOM(box, view);
    return box;
  }
  /** Reuses the buttons while text streams in, so that focus is not lost. */
  override updateDOM(box: HTMLElement, view: EditorView): boolean {
    const { text, state, problem, action, isOutdated, cut } = this.suggestion;
    const [written, note, bar] = box.children as unknown as [HTMLElement, HTMLElement, HTMLElement];
    written.textContent = text;
    const replaces = REPLACES.has(action) && !isOutdated && state === 'done' && !cut;
    const outdated = isOutdated && REPLACES.has(action) ? textOf(view, 'editor.ai.outdated') : '';
    const done = cut ? textOf(view, `ai.cut.${cut}`) : outdated;
    const said = problem || (state === 'done' ? done : textOf(view, `ai.${state}`));
    if (note.textContent !== said) note.textContent = said;
    const drawn = `${state} ${replaces}`;
    if (box.dataset.drawn === drawn) return true;
    box.dataset.state = state;
    box.dataset.drawn = drawn;
    const offered: [string, () => void][] =
      state === 'working'
        ? [['stop', () => stopAi(view)]]
        : [
            ...(text ? [[replaces ? 'accept' : 'insert', () => settle(view, replaces)] as [string, () => void]] : []),
            ...(text && replaces ? [['insert', () => settle(view, false)] as [string, () => void]] : []),
            ['retry', () => retry(view)],
            ['discard', () => discard(view)],
          ];
    // "Stop" loses the focus as it is removed. Elsewhere the focus stays: the next key would press a button.
    const hadFocus = bar.contains(document.activeElement);
    bar.replaceChildren(
      ...offered.map(([name, run], index) =>
        makeButton(textOf(view, `editor.ai.${name}`), index === 0 ? 'button small main' : 'button small', run),
      ),
    );
    if (hadFocus) (bar.firstElementChild as HTMLElement | null)?.focus();
    return true;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

const drawn = EditorView.decorations.compute([suggestionField, 'doc'], (state) => {
  const suggestion = state.field(suggestionField);
  if (!suggestion) return Decoration.none;
  const { from, to } = suggestion;
  const widget = Decoration.widget({ widget: new SuggestionWidget(suggestion), block: true, side: 1 });
  const ranges = [widget.range(state.doc.lineAt(to).to)];
  if (from < to) ranges.unshift(Decoration.mark({ class: 'cm-ai-source' }).range(from, to));
  return Decoration.set(ranges, true);
});

/** Shows an AI answer below its source text, with buttons to accept or discard it. */
export const aiSuggestions: Extension = [suggestionField, drawn];

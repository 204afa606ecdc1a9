import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  searchPanelOpen,
  setSearchQuery,
} from '@codemirror/search';
import { type EditorView, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view';
import { keepLines, keepLinesOnRemoval, stickBelowBars } from '#app/features/editor/browser/find/below-bars.ts';
import { MatchCount, MOST_MATCHES } from '#app/features/editor/browser/find/count-matches.ts';
import {
  type FindControls,
  findControls,
  isPressed,
  setPressed,
} from '#app/features/editor/browser/find/find-controls.ts';
import { selectRange } from '#app/features/editor/browser/table/select-range.ts';
import { isComposingKey } from '#app/ui/composing-key.ts';

/** The panel to find and replace. Its query is the one of CodeMirror's search. */
export class FindPanel implements Panel {
  readonly top = true;
  readonly dom: HTMLElement;
  readonly #view: EditorView;
  readonly #text: FindControls['text'];
  readonly #find: HTMLInputElement;
  readonly #replacement: HTMLInputElement;
  readonly #matchCase: HTMLButtonElement;
  readonly #word: HTMLButtonElement;
  readonly #regexp: HTMLButtonElement;
  readonly #status: HTMLElement;
  readonly #count = new MatchCount();
  #release = () => {};

  constructor(view: EditorView) {
    this.#view = view;
    const controls = findControls(view);
    const { text, field, toggle, group } = controls;
    const commit = () => this.#commit();
    this.#text = text;
    this.#find = field('find');
    this.#replacement = field('replacement');
    this.#matchCase = toggle('case', 'Aa', commit);
    this.#word = toggle('word', 'ab', commit);
    this.#regexp = toggle('regexp', '.*', commit);
    this.#status = group('status');
    this.dom = this.#assemble(controls);
    // CodeMirror focuses and selects this field.
    this.#find.setAttribute('main-field', '');
    this.#status.role = 'status';
    this.dom.role = 'search';
    this.dom.ariaLabel = text('label');
    this.dom.addEventListener('keydown', (event) => this.#onKey(event));
    this.dom.addEventListener('input', commit);
  }

  mount(): void {
    const panels = this.dom.parentElement as HTMLElement;
    this.#release = stickBelowBars(panels);
    keepLines(this.#view, panels);
    this.#showQuery();
    this.#find.focus();
    this.#find.select();
  }

  update({ transactions, docChanged, selectionSet }: ViewUpdate): void {
    if (transactions.some(({ effects }) => effects.some((effect) => effect.is(setSearchQuery)))) this.#showQuery();
    else if (docChanged) this.#recount();
    else if (selectionSet) this.#showCount();
  }

  destroy(): void {
    const view = this.#view;
    this.#release();
    this.#count.stop();
    // Otherwise the whole editor goes.
    if (searchPanelOpen(view.state)) return;
    keepLinesOnRemoval(view, this.dom.parentElement as HTMLElement);
    // A match in a table was shown in the source.
    queueMicrotask(() => selectRange(view, view.state.selection.main));
  }

  #assemble({ button, group }: FindControls): HTMLElement {
    const view = this.#view;
    return group(
      'panel',
      this.#find,
      this.#status,
      group(
        'steps',
        button('previous', () => findPrevious(view), ''),
        button('next', () => findNext(view), ''),
      ),
      group('options', this.#matchCase, this.#word, this.#regexp),
      button('close', () => closeSearchPanel(view), '×'),
      group(
        'replace',
        this.#replacement,
        group(
          'acts',
          button('replace', () => replaceNext(view)),
          button('replaceAll', () => replaceAll(view)),
        ),
      ),
    );
  }

  #commit(): void {
    const query = new SearchQuery({
      search: this.#find.value,
      replace: this.#replacement.value,
      caseSensitive: isPressed(this.#matchCase),
      wholeWord: isPressed(this.#word),
      regexp: isPressed(this.#regexp),
      // Backslashes are common in formulas; `\n` is a line break in expressions only.
      literal: !isPressed(this.#regexp),
    });
    if (!query.eq(getSearchQuery(this.#view.state))) this.#view.dispatch({ effects: setSearchQuery.of(query) });
  }

  /** Shows the query of the state, which a selection may have given. */
  #showQuery(): void {
    const query = getSearchQuery(this.#view.state);
    if (this.#find.value !== query.search) this.#find.value = query.search;
    if (this.#replacement.value !== query.replace) this.#replacement.value = query.replace;
    setPressed(this.#matchCase, query.caseSensitive);
    setPressed(this.#word, query.wholeWord);
    setPressed(this.#regexp, query.regexp);
    const isWrong = query.search !== '' && !query.valid;
    this.#find.ariaInvalid = isWrong ? 'true' : null;
    if (query.valid) this.#recount();
    else {
      this.#count.stop();
      this.#status.textContent = isWrong ? this.#text('invalid') : '';
    }
  }

  #recount(): void {
    const { state } = this.#view;
    this.#count.start(getSearchQuery(state), state, () => this.#showCount());
  }

  #showCount(): void {
    const { matches } = this.#count;
    const { from, to } = this.#view.state.selection.main;
    const index = matches.findIndex((match) => match.from === from && match.to === to);
    const total = matches.length > MOST_MATCHES ? `${inDigits(MOST_MATCHES)}+` : inDigits(matches.length);
    const key = matches.length === 0 ? 'nothing' : index < 0 ? 'found' : 'place';
    this.#status.textContent = this.#text(key, { at: inDigits(index + 1), total });
  }

  #onKey(event: KeyboardEvent): void {
    // Enter and Escape belong to an input method while it composes.
    if (isComposingKey(event)) return;
    const view = this.#view;
    const isEnter = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    if (runScopeHandlers(view, event, 'search-panel')) {
      if (event.target === this.#find && event.key.toLowerCase() === 'f') this.#find.select();
    } else if (!isEnter) return;
    else if (event.target === this.#replacement) replaceNext(view);
    else if (event.shiftKey) findPrevious(view);
    else findNext(view);
    event.preventDefault();
  }
}

const inDigits = (value: number) => value.toLocaleString(document.documentElement.lang);

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
import { findControls, isPressed, setPressed } from '#app/features/editor/browser/find/find-controls.ts';
import { selectRange } from '#app/features/editor/browser/table/select-range.ts';
import { isComposingKey } from '#app/ui/composing-key.ts';

/** Creates the panel to find and replace. Its query is the one of CodeMirror's search. */
export function findPanel(view: EditorView): Panel {
  const { text, field, button, toggle, group } = findControls(view);
  const find = field('find');
  const replacement = field('replacement');
  const matchCase = toggle('case', 'Aa', commit);
  const word = toggle('word', 'ab', commit);
  const regexp = toggle('regexp', '.*', commit);
  const status = group('status');
  const dom = group(
    'panel',
    find,
    status,
    group(
      'steps',
      button('previous', () => findPrevious(view), ''),
      button('next', () => findNext(view), ''),
    ),
    group('options', matchCase, word, regexp),
    button('close', () => closeSearchPanel(view), '×'),
    group(
      'replace',
      replacement,
      group(
        'acts',
        button('replace', () => replaceNext(view)),
        button('replaceAll', () => replaceAll(view)),
      ),
    ),
  );
  // CodeMirror focuses and selects this field.
  find.setAttribute('main-field', '');
  status.role = 'status';
  dom.role = 'search';
  dom.ariaLabel = text('label');
  const count = new MatchCount();
  const number = (value: number) => value.toLocaleString(document.documentElement.lang);

  function commit(): void {
    const query = new SearchQuery({
      search: find.value,
      replace: replacement.value,
      caseSensitive: isPressed(matchCase),
      wholeWord: isPressed(word),
      regexp: isPressed(regexp),
      // Backslashes are common in formulas; `\n` is a line break in expressions only.
      literal: !isPressed(regexp),
    });
    if (!query.eq(getSearchQuery(view.state))) view.dispatch({ effects: setSearchQuery.of(query) });
  }

  /** Shows the query of the state, which a selection may have given. */
  function showQuery(): void {
    const query = getSearchQuery(view.state);
    if (find.value !== query.search) find.value = query.search;
    if (replacement.value !== query.replace) replacement.value = query.replace;
    setPressed(matchCase, query.caseSensitive);
    setPressed(word, query.wholeWord);
    setPressed(regexp, query.regexp);
    const isWrong = query.search !== '' && !query.valid;
    find.ariaInvalid = isWrong ? 'true' : null;
    if (query.valid) recount();
    else {
      count.stop();
      status.textContent = isWrong ? text('invalid') : '';
    }
  }

  function recount(): void {
    count.start(getSearchQuery(view.state), view.state, showCount);
  }

  function showCount(): void {
    const { matches } = count;
    const { from, to } = view.state.selection.main;
    const index = matches.findIndex((match) => match.from === from && match.to === to);
    const total = matches.length > MOST_MATCHES ? `${number(MOST_MATCHES)}+` : number(matches.length);
    const key = matches.length === 0 ? 'nothing' : index < 0 ? 'found' : 'place';
    status.textContent = text(key, { at: number(index + 1), total });
  }

  function onKey(event: KeyboardEvent): void {
    // Enter and Escape belong to an input method while it composes.
    if (isComposingKey(event)) return;
    const isEnter = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    if (runScopeHandlers(view, event, 'search-panel')) {
      if (event.target === find && event.key.toLowerCase() === 'f') find.select();
    } else if (!isEnter) return;
    else if (event.target === replacement) replaceNext(view);
    else if (event.shiftKey) findPrevious(view);
    else findNext(view);
    event.preventDefault();
  }

  dom.addEventListener('keydown', onKey);
  dom.addEventListener('input', commit);
  let release = () => {};
  return {
    dom,
    top: true,
    mount() {
      const panels = dom.parentElement as HTMLElement;
      release = stickBelowBars(panels);
      keepLines(view, panels);
      showQuery();
      find.focus();
      find.select();
    },
    update({ transactions, docChanged, selectionSet }: ViewUpdate) {
      if (transactions.some(({ effects }) => effects.some((effect) => effect.is(setSearchQuery)))) showQuery();
      else if (docChanged) recount();
      else if (selectionSet) showCount();
    },
    destroy() {
      release();
      count.stop();
      // Otherwise the whole editor goes.
      if (searchPanelOpen(view.state)) return;
      keepLinesOnRemoval(view, dom.parentElement as HTMLElement);
      // A match in a table was shown in the source.
      queueMicrotask(() => selectRange(view, view.state.selection.main));
    },
  };
}

import { startCompletion } from '@codemirror/autocomplete';
import { EditorSelection, type EditorState, type SelectionRange } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { isInLiteralBlock } from '#app/features/editor/browser/literal-text.ts';
import { blockPlace } from '#app/features/editor/browser/structure/block-place.ts';
import { textOf } from '#app/features/editor/browser/texts.ts';
import { completeAddress } from '#app/features/editor/browser/writing/complete-address.ts';
import { emptyMarksAt, insertedEmptyMarks, toggleEmptyMark } from '#app/features/editor/browser/writing/empty-marks.ts';
import { outdentItems } from '#app/features/editor/browser/writing/indent-items.ts';
import {
  enclosing,
  hasStyle,
  INLINE,
  type InlineStyle,
  toggleStyle,
  unmark,
} from '#app/features/editor/browser/writing/inline-styles.ts';
import { addressAt } from '#app/features/editor/browser/writing/leave-link.ts';
import { isQuoted, quoteLines } from '#app/features/editor/browser/writing/quote-lines.ts';
import {
  type BlockStyle,
  isStyled,
  restyled,
  selectedLines,
} from '#app/features/editor/browser/writing/styled-lines.ts';
import { addToast } from '#app/ui/toasts.ts';

/** Returns true if the style applies to the whole selection, for the pressed state of a toolbar button. */
export function hasInline(state: EditorState, style: InlineStyle): boolean {
  const { main } = state.selection;
  if (!main.empty) return hasStyle(state, main, style);
  const empty = emptyMarksAt(state, main.head);
  if (empty) return empty.marks.includes(INLINE[style].mark);
  const node = enclosing(state, main, INLINE[style].node);
  return node !== null && node.to !== main.to;
}

/**
 * Expands a cursor to its Latin word. Chinese has no spaces between words: there the marks stay empty for the next
 * text.
 */
function wordAround(state: EditorState, range: SelectionRange): { from: number; to: number } {
  const word = state.wordAt(range.head);
  return word && /^[\p{Script=Latin}\p{N}'-]+$/u.test(state.sliceDoc(word.from, word.to)) ? word : range;
}

/**
 * Handles a cursor at the end of styled text or between two empty marks: moves past the closing mark, back inside it,
 * or removes the empty marks. The text before keeps its style. Returns null elsewhere.
 */
function stepOver(state: EditorState, { head, from, to }: SelectionRange, name: string, mark: string) {
  const [before, after] = [
    state.sliceDoc(Math.max(0, head - mark.length), head),
    state.sliceDoc(head, head + mark.length),
  ];
  const node = enclosing(state, { from, to }, name);
  const run = /\*+$/.exec(state.sliceDoc(Math.max(0, head - 3), head))?.[0].length ?? 0;
  const isStrongOnly = mark === '*' && run === 2;
  if (!node && before === mark && after === mark && !isStrongOnly) {
    const changes = { from: head - mark.length, to: head + mark.length };
    return { changes, range: EditorSelection.cursor(head - mark.length) };
  }
  if (node?.to === head) return { range: EditorSelection.cursor(head - mark.length) };
  // In `***b***` either mark may be the inner one; the text typed between them decides.
  const isAtEnd = node !== null && after === mark && /^[*~`]+$/.test(state.sliceDoc(head, node.to));
  return isAtEnd ? { range: EditorSelection.cursor(head + mark.length) } : null;
}

/**
 * Moves past the closing mark of a text that ends in blanks, such as `**really **`. No parser takes it for a style:
 * the blanks move behind the mark.
 */
function stepOverBlanks(state: EditorState, head: number, mark: string) {
  const { from, text } = state.doc.lineAt(head);
  const before = text.slice(0, head - from);
  const blanks = before.length - before.trimEnd().length;
  const run = /^(?:\*+|~+|`+)?/.exec(text.slice(head - from))?.[0] ?? '';
  const isClosing = run.startsWith(mark) && !(mark === '*' && run === '**');
  const words = before.slice(before.lastIndexOf(mark) + mark.length);
  if (blanks === 0 || !isClosing || !before.includes(mark) || words.trim() === '' || /^\s/.test(words)) return null;
  const changes = [
    { from: head - blanks, to: head },
    { from: head + mark.length, insert: before.slice(-blanks) },
  ];
  return { changes, range: EditorSelection.cursor(head + mark.length) };
}

/** Toggles strong, emphasis, strikethrough or code. Blocks of code and HTML stay as they are. */
export const toggleInline =
  (style: InlineStyle): Command =>
  (view) => {
    const { state } = view;
    const { node: name, mark } = INLINE[style];
    const spec = state.changeByRange((range) => {
      if (!range.empty) return toggleStyle(state, range, style);
      const empty = emptyMarksAt(state, range.head);
      if (empty) return toggleEmptyMark(empty, mark);
      if (isInLiteralBlock(state, range.head)) return { range };
      const step = stepOver(state, range, name, mark);
      if (step) return step;
      const node = enclosing(state, range, name);
      const spaced = node ? null : stepOverBlanks(state, range.head, mark);
      if (spaced) return spaced;
      if (node) {
        const changes = unmark(state, node);
        const [open] = changes;
        if (!open) return { range };
        const shift = open.to - open.from;
        return { changes, range: EditorSelection.range(range.anchor - shift, range.head - shift) };
      }
      const { from, to } = wordAround(state, range);
      const { length } = mark;
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        effects: from === to ? insertedEmptyMarks.of({ from, to: to + 2 * length }) : [],
        range: EditorSelection.range(range.anchor + length, range.head + length),
      };
    });
    view.dispatch(state.update(spec, { userEvent: 'input', scrollIntoView: true }));
    return true;
  };

/** Length of the longest selection whose lines are looked up, as for inline styles: the toolbar asks at each change. */
const LOOKED_UP_MAX = 20_000;

/**
 * Returns true if the style applies to all selected lines, for the pressed state of a toolbar button; false for
 * selections above 20,000 characters.
 */
export function hasBlock(state: EditorState, style: BlockStyle): boolean {
  const { from, to } = state.selection.main;
  return to - from <= LOOKED_UP_MAX && isWholly(state, style);
}

function isWholly(state: EditorState, style: BlockStyle): boolean {
  if (style === 'quote') return isQuoted(state);
  const lines = selectedLines(state);
  return lines.length > 0 && lines.every((each) => isStyled(each, style));
}

/** Makes the selected lines headings, list items or a quote; makes them plain text if they already are. */
export const toggleBlock =
  (style: BlockStyle): Command =>
  (view) => {
    const { state } = view;
    const specs = style === 'quote' ? quoteLines(state) : restyled(state, isWholly(state, style) ? 'paragraph' : style);
    const changes = state.changes(specs);
    // Keep the cursor after the inserted marks.
    const selection = state.selection.map(changes, 1);
    const userEvent = style === 'quote' ? 'input.quote' : 'input';
    view.dispatch({ changes, selection, userEvent, scrollIntoView: true });
    view.focus();
    return true;
  };

/** Inserts a block at the cursor's line. `cursor` is an offset from the start of the block. */
export function insertBlock(view: EditorView, block: string, cursor = block.length): void {
  const { from, to, before, after, prefix } = blockPlace(view.state, block);
  const lines = (text: string) => text.replaceAll('\n', () => `\n${prefix}`);
  view.dispatch({
    changes: { from, to, insert: before + lines(block) + after },
    selection: { anchor: from + before.length + lines(block.slice(0, cursor)).length },
    userEvent: 'input',
    scrollIntoView: true,
  });
  view.focus();
}

/** Tests for a selection over several blocks, which no link can contain. */
const isOverBlocks = (text: string) => /\n[ \t>]*\n/.test(text);

/** Selects an address, to type another or choose a document. */
export function selectAddress(view: EditorView, { from, to }: { from: number; to: number }): true {
  view.dispatch({ selection: { anchor: from, head: to }, userEvent: 'select', scrollIntoView: true });
  view.focus();
  completeAddress(view, from, to);
  return true;
}

/**
 * Turns the selection into a link and selects the empty destination, to type an address or choose a document; in a
 * link, selects its address. Blocks of code and HTML have no links.
 */
export const insertLink: Command = (view) => {
  const { from, to } = view.state.selection.main;
  if (isInLiteralBlock(view.state, to)) return true;
  const known = addressAt(view.state);
  // Behind a link, another one may begin.
  if (known && (from < to || to < known.parent!.to)) return selectAddress(view, known);
  const text = view.state.sliceDoc(from, to);
  if (isOverBlocks(text)) {
    addToast({ title: textOf(view, 'editor.linkOneBlock') });
    return true;
  }
  const address = from + text.length + 3;
  view.dispatch({
    changes: { from, to, insert: `[${text}]()` },
    selection: { anchor: text === '' ? from + 1 : address },
    userEvent: 'input',
  });
  view.focus();
  if (text !== '') {
    completeAddress(view, address);
    startCompletion(view);
  }
  return true;
};

const EMPTY_ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]*)?$/;

/** Enter in an empty list item leaves the list. A blank line is required, or the next text would belong to the list. */
export const leaveList: Command = (view) => {
  const { state } = view;
  const { empty, head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const indent = EMPTY_ITEM.exec(line.text)?.[1];
  if (!empty || indent === undefined || head !== line.to) return false;
  if (indent !== '') return outdentItems(view);
  const follows = line.number > 1 && state.doc.line(line.number - 1).text.trim() !== '';
  const insert = follows ? '\n' : '';
  const changes = { from: line.from, to: line.to, insert };
  view.dispatch({ changes, selection: { anchor: line.from + insert.length }, userEvent: 'input' });
  return true;
};

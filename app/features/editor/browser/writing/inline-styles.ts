import { syntaxTree } from '@codemirror/language';
import { EditorSelection, type EditorState, type SelectionRange } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { LITERAL } from '#app/features/editor/browser/literal-text.ts';
import { type Part, textParts } from '#app/features/editor/browser/writing/text-parts.ts';

export type InlineStyle = 'strong' | 'emphasis' | 'strike' | 'code';
type Change = { from: number; to?: number; insert?: string };

export const INLINE: Record<InlineStyle, { node: string; mark: string }> = {
  strong: { node: 'StrongEmphasis', mark: '**' },
  emphasis: { node: 'Emphasis', mark: '*' },
  strike: { node: 'Strikethrough', mark: '~~' },
  code: { node: 'InlineCode', mark: '`' },
};

/** Returns the styled node that contains a range. */
export function enclosing(state: EditorState, { from, to }: Part, name: string): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(from, from === to ? -1 : 1);
  for (; node; node = node.parent) if (node.name === name && node.to >= to) return node;
  return null;
}

/** Returns the deletion of the marks around a styled node, with the blanks between marks and backticks of code. */
export function unmark({ doc }: EditorState, { firstChild, lastChild }: SyntaxNode): { from: number; to: number }[] {
  if (!firstChild || !lastChild) return [];
  const blank = /^ (?:`.*|.*`) $/s.test(doc.sliceString(firstChild.to, lastChild.from)) ? 1 : 0;
  return [
    { from: firstChild.from, to: firstChild.to + blank },
    { from: lastChild.from - blank, to: lastChild.to },
  ];
}

/** Returns the opening mark of code: more backticks than any run in it, and a blank if it begins or ends with one. */
const ticksBefore = (code: string) => `\`${code.match(/`+/g)?.sort().at(-1) ?? ''}${/^`|`$/.test(code) ? ' ' : ''}`;

const PUNCTUATION = /^(?![()[\]*_~`!<>\\$])[\p{P}\p{S}]$/u;
const LETTER = /^[^\s\p{P}\p{S}]$/u;

/**
 * Leaves punctuation outside of a mark where Markdown would not take it for one: between a letter outside and
 * punctuation inside, as in `文“字”`, which is common in languages without blanks.
 */
function withoutPunctuation({ doc }: EditorState, part: Part): Part {
  const at = (position: number) => doc.sliceString(position, position + 1);
  let { from, to } = part;
  if (LETTER.test(at(from - 1))) while (from < to && PUNCTUATION.test(at(from))) from += 1;
  if (LETTER.test(at(to))) while (from < to && PUNCTUATION.test(at(to - 1))) to -= 1;
  return from < to ? { from, to } : part;
}

/** Styles a part as a whole: nodes with the same style that it meets become part of it. */
function mark(state: EditorState, part: Part, { node: name, mark: delimiter }: (typeof INLINE)[InlineStyle]): Change[] {
  const changes: ReturnType<typeof unmark> = [];
  let { from, to } = part;
  syntaxTree(state).iterate({
    ...part,
    enter: ({ name: met, node }) => {
      if (met !== name || node.to === part.from || node.from === part.to) return;
      from = Math.min(from, node.from);
      to = Math.max(to, node.to);
      changes.push(...unmark(state, node));
    },
  });
  let [open, close] = [delimiter, delimiter];
  if (delimiter === '`') {
    const ends = [from, ...changes.flatMap((change) => [change.from, change.to]), to];
    const code = ends.map((at, nth) => (nth % 2 === 0 ? state.sliceDoc(at, ends[nth + 1]) : '')).join('');
    open = ticksBefore(code);
    close = [...open].reverse().join('');
  }
  return [{ from, insert: open }, ...changes, { from: to, insert: close }];
}

/** Applies changes; the selection stays on the same text, within inserted marks. */
function around(state: EditorState, { anchor, head, from }: SelectionRange, specs: readonly Change[]) {
  const changes = state.changes(specs);
  const moved = (at: number) => changes.mapPos(at, at === from ? 1 : -1);
  return { changes, range: EditorSelection.range(moved(anchor), moved(head)) };
}

/** Length of the longest selection whose styles are looked up, in UTF-16 units: the toolbar asks at every change. */
const LOOKED_UP_MAX = 20_000;

/** Tests whether every part of a selection has a style. Returns false for selections above 20,000 characters. */
export function hasStyle(state: EditorState, selected: Part, style: InlineStyle): boolean {
  if (selected.to - selected.from > LOOKED_UP_MAX) return false;
  // Without waiting for the parser, as this is asked at every key.
  const parts = textParts(state, selected, syntaxTree(state));
  return parts.length > 0 && parts.every((part) => enclosing(state, part, INLINE[style].node) !== null);
}

/** Gives every part of a selection a style, or removes it if all have it. */
export function toggleStyle(state: EditorState, range: SelectionRange, style: InlineStyle) {
  const kind = INLINE[style];
  const selected = textParts(state, range);
  const parts = style === 'code' ? selected : selected.map((part) => withoutPunctuation(state, part));
  const styled = parts.map((part) => enclosing(state, part, kind.node));
  const isOn = styled.every((node) => node !== null);
  const removed = [...new Map(styled.flatMap((node) => (node ? [[node.from, node] as const] : []))).values()];
  const specs = isOn
    ? removed.flatMap((node) => unmark(state, node))
    : parts.flatMap((part, index) => (styled[index] ? [] : mark(state, part, kind)));
  return around(state, range, specs);
}

/**
 * Inserts a mark on both sides of every part of a selection over several lines. Returns null if the mark belongs around
 * the whole selection: within a line, and in code.
 */
export function wrapParts(state: EditorState, range: SelectionRange, delimiter: string) {
  if (state.doc.lineAt(range.from).to >= range.to || isInOneLiteral(state, range)) return null;
  const specs = textParts(state, range).flatMap(({ from, to }) => [
    { from, insert: delimiter },
    { from: to, insert: delimiter },
  ]);
  return around(state, range, specs);
}

function isInOneLiteral(state: EditorState, { from, to }: Part): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(from, 1);
  for (; node; node = node.parent) if (LITERAL.has(node.name) && node.to >= to) return true;
  return false;
}

import { Decoration } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { type Drawing, hidden } from '#app/features/editor/browser/preview/drawing.ts';
import { addressOf, isShownImage } from '#app/features/editor/browser/preview/link-target.ts';
import { MathsWidget } from '#app/features/editor/browser/preview/maths-widget.ts';
import { ImageWidget } from '#app/features/editor/browser/preview/widgets.ts';

const marked = (className: string) => Decoration.mark({ class: className });
const STYLED: Record<string, Decoration> = {
  StrongEmphasis: marked('cm-strong'),
  Emphasis: marked('cm-em'),
  Strikethrough: marked('cm-del'),
  InlineCode: marked('cm-code-inline'),
  FootnoteReference: marked('cm-footnote'),
  URL: marked('cm-url'),
};
/** Chinese has no italics: its emphasis is a dot under each character, in a text of any language. */
const hanEmphasis = marked('cm-em is-han');
const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const definition = marked('tok-mark');
const FOOTNOTES = new Set(['FootnoteReference', 'Paragraph', 'LinkReference']);
const MARKS = new Set(['EmphasisMark', 'StrikethroughMark']);

function link(node: SyntaxNodeRef, { state, add, touches }: Drawing): void {
  const address = addressOf(state, node.node);
  const [open, close] = node.node.getChildren('LinkMark');
  // Without words, the source is shown.
  if (!open || !close || address === null || close.from <= open.to) return;
  add(Decoration.mark({ class: 'cm-link', attributes: { 'data-address': address } }).range(open.to, close.from));
  if (touches(node.from, node.to)) return;
  add(hidden.range(open.from, open.to));
  add(hidden.range(close.from, node.to));
}

function image(node: SyntaxNodeRef, { state, add, touches }: Drawing): void {
  const address = addressOf(state, node.node);
  const [open, close] = node.node.getChildren('LinkMark');
  if (!open || !close || address === null || !isShownImage(address)) return;
  const widget = new ImageWidget(address, state.sliceDoc(open.to, close.from));
  // With the cursor in the source, the picture stays behind it, so that the layout does not jump.
  if (touches(node.from, node.to)) add(Decoration.widget({ widget, side: 1 }).range(node.to));
  else add(Decoration.replace({ widget }).range(node.from, node.to));
}

function formula(node: SyntaxNodeRef, { state, add, touches }: Drawing): void {
  if (touches(node.from, node.to)) return;
  const source = state.sliceDoc(node.from, node.to);
  const run = /^\$+/.exec(source)?.[0].length ?? 1;
  const widget = new MathsWidget(source.slice(run, -run).trim(), false);
  add(Decoration.replace({ widget }).range(node.from, node.to));
}

/**
 * Shows a reference as its raised label, and the label of a definition as a mark. Only the server parses definitions.
 */
function footnote({ name, from, to }: SyntaxNodeRef, { state, add, touches }: Drawing): void {
  const isReference = name === 'FootnoteReference';
  if (isReference && !touches(from, to)) {
    add(hidden.range(from, from + 2));
    add(hidden.range(to - 1, to));
  }
  const label = !isReference && /^\[\^[^\]\s]+\]:/.exec(state.sliceDoc(from, Math.min(to, from + 120)))?.[0];
  if (label) add(definition.range(from, from + label.length));
}

/** Decorates an inline node. Returns true if its children are decorated too. */
export function decorateInline(node: SyntaxNodeRef, drawing: Drawing): boolean {
  const { add, touches } = drawing;
  const emphasised = node.name === 'Emphasis' ? drawing.state.sliceDoc(node.from, node.to) : '';
  const style = HAN.test(emphasised) && !KANA.test(emphasised) ? hanEmphasis : STYLED[node.name];
  if (style && node.to > node.from) add(style.range(node.from, node.to));
  const parent = node.node.parent;
  const isMark = MARKS.has(node.name) || (node.name === 'CodeMark' && parent?.name === 'InlineCode');
  if (isMark && parent && !touches(parent.from, parent.to)) add(hidden.range(node.from, node.to));
  // A hard break by two spaces is invisible already.
  const isBreak = node.name === 'HardBreak' && drawing.state.sliceDoc(node.from, node.from + 1) === '\\';
  if (isBreak && !touches(node.from, node.from + 1)) add(hidden.range(node.from, node.from + 1));
  if (node.name === 'Escape' && !touches(node.from, node.to)) add(hidden.range(node.from, node.from + 1));
  if (FOOTNOTES.has(node.name)) footnote(node, drawing);
  if (node.name === 'Link') link(node, drawing);
  if (node.name === 'InlineMaths') formula(node, drawing);
  if (node.name !== 'Image') return true;
  image(node, drawing);
  return touches(node.from, node.to);
}

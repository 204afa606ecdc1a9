import { syntaxTree } from '@codemirror/language';
import { Decoration } from '@codemirror/view';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { isSeparatingLine } from '#app/features/editor/browser/preview/blank-lines.ts';
import { type Drawing, hidden, line } from '#app/features/editor/browser/preview/drawing.ts';
import {
  BulletWidget,
  CardWidget,
  CheckboxWidget,
  LabelWidget,
  RuleWidget,
} from '#app/features/editor/browser/preview/widgets.ts';
import { quoteLength } from '#app/features/editor/browser/writing/list-items.ts';
import { linkCardOf } from '#app/schemas/link-cards.ts';

const ADDRESS_MAX = 2000;

type Draw = (node: SyntaxNodeRef, drawing: Drawing) => void;

const ALERT = /^\s*>\s*\[!(note|tip|important|warning|caution)\]\s*$/i;

function eachLine({ state }: Drawing, from: number, to: number, draw: (start: number, end: number) => void): void {
  for (let at = from; at <= to; ) {
    const { from: start, to: end } = state.doc.lineAt(at);
    draw(start, end);
    at = end + 1;
  }
}

const heading =
  (level: number): Draw =>
  (node, drawing) => {
    eachLine(drawing, node.from, node.to, (start) => drawing.add(line(`cm-heading cm-h${level}`).range(start)));
  };

/** Hides the marks of a heading and the following space. */
const headerMark: Draw = (node, drawing) => {
  const { state, add, touchesLines } = drawing;
  if (touchesLines(node.from, node.to)) return;
  const isAhead = node.from === node.node.parent?.from;
  const blank = isAhead && state.sliceDoc(node.to, node.to + 1) === ' ' ? 1 : 0;
  if (node.to + blank > node.from) add(hidden.range(node.from, node.to + blank));
};

const quote: Draw = (node, drawing) => {
  const { state, add, touchesLines } = drawing;
  const first = state.doc.lineAt(node.from);
  const alert = ALERT.exec(first.text)?.[1]?.toLowerCase();
  const className = alert ? `cm-quote cm-alert cm-alert-${alert}` : 'cm-quote';
  eachLine(drawing, node.from, node.to, (start, end) => {
    const isFirst = start === first.from;
    const isLast = end >= node.to;
    const edges = `${isFirst ? ' cm-block-first' : ''}${isLast ? ' cm-block-last' : ''}`;
    add(insetLine(drawing, node.node, className + edges, start).range(start));
    if (!isLast && isSeparatingLine(state.doc, state.doc.lineAt(start).number)) add(line('cm-gap').range(start));
  });
  if (!alert || touchesLines(first.from, first.to)) return;
  const from = first.from + first.text.indexOf('[!');
  add(
    Decoration.replace({ widget: new LabelWidget(`reading.alerts.${alert}`, 'cm-alert-title') }).range(from, first.to),
  );
};

/**
 * A line of a quote or of code. In an item it stands where the item's text begins, except on the line of the item's
 * mark.
 */
function insetLine({ state }: Drawing, block: SyntaxNode, className: string, start: number) {
  const { parent } = block;
  if (parent?.name !== 'ListItem' || state.doc.lineAt(parent.from).from === start) return line(className);
  return line(`${className} cm-inset`, { style: `--inset:${indentOf(parent)}em` });
}

/** With the cursor on the line, the first mark moves into the quote's margin, so that the text does not move. */
const quoteMark: Draw = (node, { state, add, touchesLines }) => {
  const blank = state.sliceDoc(node.to, node.to + 1) === ' ' ? 1 : 0;
  if (touchesLines(node.from, node.to)) {
    const isFirst = state.doc.lineAt(node.from).from === node.from;
    if (isFirst) add(Decoration.mark({ class: 'cm-quote-mark' }).range(node.from, node.to + blank));
    return;
  }
  add(hidden.range(node.from, node.to + blank));
};

/** Indentation of the text of an item as on the page, in em, by its kind. */
const INDENT = { bullet: 1.3, number: 1.5, task: 1.6, outerTask: 1.8 };

/** Tests whether an item is a task, whose text is the second child: `getChild` would read all children of each item. */
const isTask = (item: SyntaxNode | null | undefined) => item?.firstChild?.nextSibling?.name === 'Task';

function kindOf(item: SyntaxNode): keyof typeof INDENT {
  if (isTask(item)) return isTask(item.parent?.parent) ? 'task' : 'outerTask';
  return item.parent?.name === 'OrderedList' ? 'number' : 'bullet';
}

function indentOf(node: SyntaxNode): number {
  let indent = 0;
  for (let at: SyntaxNode | null = node; at; at = at.parent) if (at.name === 'ListItem') indent += INDENT[kindOf(at)];
  return indent;
}

/** Returns the length of the marks of the quotes around an item on a line. */
function quotedBy({ state }: Drawing, item: SyntaxNode, at: number): number {
  for (let outer = item.parent; outer; outer = outer.parent)
    if (outer.name === 'Blockquote') return quoteLength(state.doc.lineAt(at));
  return 0;
}

/**
 * Returns the number of blanks from `start` on that belong to the list item. In code, blanks beyond the item's text
 * belong to the code.
 */
function indentation(drawing: Drawing, item: SyntaxNodeRef, start: number, end: number): number {
  const { state } = drawing;
  const blanks = /^[ \t]*/.exec(state.sliceDoc(start, end))?.[0] ?? '';
  const mark = item.node.getChild('ListMark');
  const textAt = (at: number) => state.doc.lineAt(at).from + quotedBy(drawing, item.node, at);
  const column = mark ? mark.to + 1 - textAt(mark.from) : blanks.length;
  if (blanks.length <= column || blanks.includes('\t')) return blanks.length;
  return isCode(syntaxTree(state).resolveInner(end, -1)) ? column : blanks.length;
}

function isCode(node: SyntaxNode): boolean {
  for (let at: SyntaxNode | null = node; at && at.name !== 'ListItem'; at = at.parent) {
    if (at.name === 'FencedCode' || at.name === 'CodeBlock') return true;
  }
  return false;
}

/** Aligns every line of an item with its text and hides the indentation of the source. */
const listItem: Draw = (node, drawing) => {
  const { add } = drawing;
  const first = `cm-item cm-item-first${isTask(node.node) ? ' cm-item-task' : ''}`;
  const isNested = node.node.parent?.parent?.name === 'ListItem';
  const next = isNested || node.node.prevSibling ? ' cm-item-next' : '';
  const nested = node.node.getChild('BulletList') ?? node.node.getChild('OrderedList');
  const attributes = { style: `--indent:${indentOf(node.node)}em` };
  eachLine(drawing, node.from, nested ? nested.from - 1 : node.to, (start, end) => {
    const isFirst = node.from >= start && node.from <= end;
    const from = start + quotedBy(drawing, node.node, start);
    const blanks = indentation(drawing, node, from, end);
    add(line(isFirst ? `${first}${next}` : 'cm-item', attributes).range(start));
    if (blanks > 0 && end > from + blanks - 1) add(hidden.range(from, from + blanks));
  });
};

const listMark: Draw = (node, { state, add }) => {
  const item = node.node.parent;
  const isOrdered = item?.parent?.name === 'OrderedList';
  const hasTask = isTask(item);
  const blank = state.sliceDoc(node.to, node.to + 1) === ' ' ? 1 : 0;
  if (isOrdered) return add(Decoration.mark({ class: 'cm-number' }).range(node.from, node.to));
  if (hasTask) return add(hidden.range(node.from, node.to + blank));
  add(Decoration.replace({ widget: new BulletWidget() }).range(node.from, node.to + blank));
};

const taskMark: Draw = (node, { state, add }) => {
  const isDone = /x/i.test(state.sliceDoc(node.from, node.to));
  const blank = state.sliceDoc(node.to, node.to + 1) === ' ' ? 1 : 0;
  add(Decoration.replace({ widget: new CheckboxWidget(isDone) }).range(node.from, node.to + blank));
  const { to } = state.doc.lineAt(node.from);
  if (isDone && to > node.to + blank) add(Decoration.mark({ class: 'cm-done' }).range(node.to + blank, to));
};

const fence: Draw = (node, drawing) => {
  const { add, touches, state } = drawing;
  const isOpen = touches(node.from, node.to);
  const last = state.doc.lineAt(node.to).from;
  eachLine(drawing, node.from, node.to, (start) => {
    const isFirst = start <= node.from;
    const edges = `${isFirst ? ' cm-block-first' : ''}${start === last ? ' cm-block-last' : ''}`;
    const className = `cm-code${node.name === 'FencedCode' ? ' cm-fenced' : ''}${edges}`;
    add(insetLine(drawing, node.node, className, start).range(start));
  });
  if (isOpen || node.name !== 'FencedCode') return;
  const info = node.node.getChild('CodeInfo');
  const opening = state.doc.lineAt(node.from);
  const name = info ? state.sliceDoc(info.from, info.to) : '';
  if (opening.to > node.from)
    add(Decoration.replace({ widget: new LabelWidget(null, 'cm-code-name', name) }).range(node.from, opening.to));
  const closing = node.node.lastChild;
  if (closing?.name === 'CodeMark' && closing.from > opening.to) add(hidden.range(closing.from, closing.to));
};

const rule: Draw = (node, { add, touchesLines }) => {
  if (!touchesLines(node.from, node.to))
    add(Decoration.replace({ widget: new RuleWidget() }).range(node.from, node.to));
};

/** Renders a paragraph as a card if it consists only of an address of a known kind. */
const paragraph: Draw = (node, { state, add, touchesLines }) => {
  if (node.node.parent?.name !== 'Document') return;
  const address = state.sliceDoc(node.from, Math.min(node.to, node.from + ADDRESS_MAX));
  const card = address.startsWith('https://') && !/\s/.test(address) ? linkCardOf(address) : null;
  if (!card) return;
  if (touchesLines(node.from, node.to)) return add(line('cm-card-source').range(node.from));
  add(Decoration.replace({ widget: new CardWidget(address, card) }).range(node.from, node.to));
};

const source: Draw = (node, drawing) =>
  eachLine(drawing, node.from, node.to, (start) => drawing.add(line('cm-source').range(start)));

/** Reduces the height of the `$$` lines, so that the source of a short formula is not taller than the drawn formula. */
const maths: Draw = (node, drawing) =>
  eachLine(drawing, node.from, node.to, (start, end) => {
    const isClosed = node.node.getChildren('MathsMark').length > 1;
    const isFence = isClosed && /^\s*\$\$+\s*$/.test(drawing.state.sliceDoc(start, end));
    drawing.add(line(`cm-source cm-maths-source${isFence ? ' cm-maths-fence' : ''}`).range(start));
  });

const DRAWN: Record<string, Draw> = {
  ATXHeading1: heading(1),
  ATXHeading2: heading(2),
  ATXHeading3: heading(3),
  ATXHeading4: heading(4),
  ATXHeading5: heading(5),
  ATXHeading6: heading(6),
  SetextHeading1: heading(1),
  SetextHeading2: heading(2),
  HeaderMark: headerMark,
  Blockquote: quote,
  QuoteMark: quoteMark,
  ListItem: listItem,
  ListMark: listMark,
  TaskMarker: taskMark,
  FencedCode: fence,
  CodeBlock: fence,
  HorizontalRule: rule,
  Paragraph: paragraph,
  Table: source,
  HTMLBlock: source,
  BlockMaths: maths,
};

/** Decorates a block. Returns true if its children are decorated too. */
export function decorateBlock(node: SyntaxNodeRef, drawing: Drawing): boolean {
  DRAWN[node.name]?.(node, drawing);
  return node.name !== 'CodeBlock';
}

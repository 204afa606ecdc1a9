/** The marks, outermost first where several cover the same text: `***` is emphasis around strong. */
const MARKS = ['delete', 'emphasis', 'strong'] as const;
const SIDES = ['start', 'end'] as const;
const SEQUENCES = { delete: '~~', emphasis: '*', strong: '**' };
const SPACE = /\s/u;
/** Characters beside which CommonMark recognises no mark that a letter precedes or follows. */
const SPACE_OR_PUNCTUATION = /[\s\p{P}\p{S}]/u;
const PHRASING = new Set(['paragraph', 'heading', 'tableCell', 'link', 'linkReference']);
const HTML_BREAK: Node = { type: 'html', value: '<br>' };
const BLANK = /[ \t\r\n]/;

type Mark = (typeof MARKS)[number];
type Side = (typeof SIDES)[number];
/** A node of mdast. */
type Node = { type: string; value?: string; children?: Node[] };
/** A node without marks of its own (text, code, a picture, a line break, a link) and the marks around it. */
type Leaf = { node: Node; marks: Set<Mark> };
/** Consecutive leaves with one mark; `to` is exclusive. */
type Run = { from: number; to: number };

const isMark = (type: string): type is Mark => type in SEQUENCES;
const inOrder = <T>(list: T[], side: Side) => (side === 'start' ? list : list.reverse());

function leavesOf(nodes: Node[], marks: Mark[] = []): Leaf[] {
  return nodes.flatMap((node) => {
    if (isMark(node.type)) return leavesOf(node.children ?? [], [...marks, node.type]);
    return node.type === 'text' && !node.value ? [] : [{ node, marks: new Set(marks) }];
  });
}

function runsOf(leaves: Leaf[], mark: Mark, { from, to }: Run = { from: 0, to: leaves.length }): Run[] {
  const runs: Run[] = [];
  for (let at = from; at < to; at += 1) {
    if (!leaves[at]?.marks.has(mark)) continue;
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}

const unmark = (leaves: Leaf[], mark: Mark, { from, to }: Run) => {
  for (const { marks } of leaves.slice(from, to)) marks.delete(mark);
};

/** Returns the length of what matches at one side of a text. */
function edgeLength(text: string, side: Side, pattern: RegExp): number {
  const characters = inOrder([...text], side);
  const end = characters.findIndex((each) => !pattern.test(each));
  return characters.slice(0, end < 0 ? undefined : end).join('').length;
}

/** Tests for a letter next to the given side of a mark. Halves of emoji count, as parsers differ about them. */
function isLetterBeside(leaf: Leaf | undefined, side: Side): boolean {
  const { type, value = '' } = leaf?.node ?? {};
  const character = value.at(side === 'start' ? -1 : 0) ?? ' ';
  return type === 'text' && !SPACE_OR_PUNCTUATION.test(character);
}

/** Divides a leaf at the edge of a run into what the mark cannot begin or end with, in reading order, and the rest. */
function divide(leaf: Leaf, mark: Mark, side: Side, isBesideLetter: boolean): Leaf[] {
  const { node, marks } = leaf;
  const without = new Set([...marks].filter((each) => each !== mark));
  if (node.type === 'text') {
    const { value = '' } = node;
    const length = edgeLength(value, side, isBesideLetter ? SPACE_OR_PUNCTUATION : SPACE);
    if (length === 0) return [leaf];
    const cut = side === 'start' ? length : value.length - length;
    const parts = inOrder([value.slice(0, cut), value.slice(cut)], side);
    return parts.flatMap((part, index) => {
      return part === '' ? [] : [{ node: { ...node, value: part }, marks: index === 0 ? without : marks }];
    });
  }
  if (node.type !== 'break' && !isBesideLetter) return [leaf];
  const children = node.children && [{ type: mark, children: node.children }];
  return [{ node: children ? { ...node, children } : node, marks: without }];
}

/** Moves spaces, and punctuation where CommonMark would not recognise the mark, out of one side of its runs. */
function trimMark(leaves: Leaf[], mark: Mark, side: Side): Leaf[] {
  const trimmed: Leaf[] = [];
  for (const leaf of inOrder([...leaves], side)) {
    const beside = trimmed.at(-1);
    const isEdge = leaf.marks.has(mark) && !beside?.marks.has(mark);
    trimmed.push(...(isEdge ? divide(leaf, mark, side, isLetterBeside(beside, side)) : [leaf]));
  }
  return inOrder(trimmed, side);
}

/** Removes blanks at one side of every line, which the writer would encode, and line breaks at the edge of a block. */
function trimLines(leaves: Leaf[], side: Side, isBlock: boolean): Leaf[] {
  const trimmed: Leaf[] = [];
  for (const leaf of inOrder([...leaves], side)) {
    const { node } = leaf;
    const { value = '' } = node;
    const isEdge = trimmed.length === 0 ? isBlock : trimmed.at(-1)?.node.type === 'break';
    const length = isEdge ? edgeLength(value, side, BLANK) : 0;
    const rest = side === 'start' ? value.slice(length) : value.slice(0, value.length - length);
    const isEmpty = node.type === 'text' ? rest === '' : node.type === 'break' && isBlock && trimmed.length === 0;
    if (!isEmpty) trimmed.push(node.type === 'text' ? { ...leaf, node: { ...node, value: rest } } : leaf);
  }
  return inOrder(trimmed, side);
}

/** Removes a mark where one of its runs covers only a part of a run of the other mark. */
function uncross(leaves: Leaf[], kept: Mark, mark: Mark): void {
  const isKept = (at: number) => leaves[at]?.marks.has(kept) ?? false;
  for (const { from, to } of runsOf(leaves, mark)) {
    const shared = runsOf(leaves, kept, { from, to });
    const [first, last] = [shared[0], shared.at(-1)];
    if (first?.from === from && first.to === to) continue;
    if (first && isKept(from - 1) && isKept(from)) unmark(leaves, mark, first);
    if (last && isKept(to - 1) && isKept(to)) unmark(leaves, mark, last);
  }
}

/** Removes a mark that shares an edge with `~~` beside a letter, as `a~~**b**~~` is not recognised. */
function keepFromStrike(leaves: Leaf[], mark: Mark): void {
  const isStruck = (at: number) => leaves[at]?.marks.has('delete') ?? false;
  for (const { from, to } of runsOf(leaves, mark)) {
    const startsIt = isStruck(from) && !isStruck(from - 1) && isLetterBeside(leaves[from - 1], 'start');
    const endsIt = isStruck(to - 1) && !isStruck(to) && isLetterBeside(leaves[to], 'end');
    if (startsIt || endsIt) unmark(leaves, mark, { from, to });
  }
}

/** Removes nested runs whose asterisks CommonMark would pair with others. */
function keepPairs(leaves: Leaf[], outer: Mark, inner: Mark): void {
  for (const { from, to } of runsOf(leaves, outer)) {
    const nested = runsOf(leaves, inner, { from, to });
    const isWhole = nested[0]?.from === from && nested[0].to === to;
    const touches = leaves[from - 1]?.marks.has(inner) || leaves[to]?.marks.has(inner);
    const isFirst = nested[0]?.from === from;
    const unclear = isWhole ? [] : touches ? nested : isFirst ? nested.slice(1) : [];
    for (const run of unclear) unmark(leaves, inner, run);
  }
}

const MERGED = new Set(['text', 'inlineCode']);

/** Builds the tree of leaves. Neighbours of text become one node, and of code: the backticks of two would merge. */
function nodesOf(leaves: Leaf[], open: Mark[] = []): Node[] {
  const nodes: Node[] = [];
  for (let at = 0; at < leaves.length; ) {
    const { node, marks } = leaves[at]!;
    const runs = MARKS.filter((mark) => marks.has(mark) && !open.includes(mark)).map((mark) => {
      let to = at + 1;
      while (leaves[to]?.marks.has(mark)) to += 1;
      return { mark, to };
    });
    const [longest] = runs.sort((a, b) => b.to - a.to);
    const last = nodes.at(-1);
    if (longest)
      nodes.push({ type: longest.mark, children: nodesOf(leaves.slice(at, longest.to), [...open, longest.mark]) });
    else if (MERGED.has(node.type) && last?.type === node.type) last.value = `${last.value}${node.value}`;
    else nodes.push({ ...node });
    at = longest?.to ?? at + 1;
  }
  return nodes;
}

function placed({ type, children = [] }: Node, outer: Mark[]): Node[] {
  let leaves = leavesOf(children);
  for (const side of SIDES) leaves = trimLines(leaves, side, !type.startsWith('link'));
  for (const { marks } of leaves) for (const mark of outer) marks.delete(mark);
  uncross(leaves, 'delete', 'strong');
  uncross(leaves, 'delete', 'emphasis');
  uncross(leaves, 'strong', 'emphasis');
  for (const side of SIDES) for (const mark of MARKS) leaves = trimMark(leaves, mark, side);
  for (const mark of ['strong', 'emphasis'] as const) keepFromStrike(leaves, mark);
  keepPairs(leaves, 'strong', 'emphasis');
  keepPairs(leaves, 'emphasis', 'strong');
  for (const { node, marks } of leaves) placeMarks(node, [...outer, ...marks]);
  // A cell is one line of Markdown: a line break in it is written as HTML.
  if (type === 'tableCell') for (const leaf of leaves) if (leaf.node.type === 'break') leaf.node = HTML_BREAK;
  return nodesOf(leaves);
}

/**
 * Changes an mdast tree so that each strong, emphasis and delete node can be written without character references.
 * Spaces at the edges of a node move outside, as does punctuation that a letter follows. Nodes that are empty or would
 * be read differently are replaced by their content. Write the tree with `markHandlers`.
 */
export function placeMarks(node: Node, outer: Mark[] = []): void {
  const { children } = node;
  if (!children) return;
  if (PHRASING.has(node.type)) node.children = placed(node, outer);
  else for (const child of children) placeMarks(child, outer);
}

type Info = { before: string; after: string };
type Tracker = { move(text: string): string; current(): object };
type State = {
  enter(name: never): () => void;
  createTracker(info: never): Tracker;
  containerPhrasing(node: never, info: never): string;
};

const handlerOf = (mark: Mark) => {
  const sequence = SEQUENCES[mark];
  const handle = (node: unknown, _parent: unknown, state: State, info: Info) => {
    const exit = state.enter((mark === 'delete' ? 'strikethrough' : mark) as never);
    const tracker = state.createTracker(info as never);
    const open = tracker.move(sequence);
    const inside = { ...tracker.current(), before: open, after: sequence };
    const text = tracker.move(state.containerPhrasing(node as never, inside as never));
    exit();
    return open + text + tracker.move(sequence);
  };
  return Object.assign(handle, { peek: () => sequence.charAt(0) });
};

/** Handlers of `remark-stringify` that write marks as they are placed; its own encode the letters around them. */
export const markHandlers = {
  delete: handlerOf('delete'),
  emphasis: handlerOf('emphasis'),
  strong: handlerOf('strong'),
};

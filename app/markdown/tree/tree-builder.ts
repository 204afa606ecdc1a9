import type { Element, ElementContent, Properties, Root } from 'hast';

type Parent = Root | Element;

/** Elements with block children, each on its own line. */
const HOLDS_BLOCKS = new Set(['blockquote', 'li', 'ol', 'ul', 'section', 'table', 'thead', 'tbody', 'tr']);
const BLOCKS = new Set('p ul ol pre blockquote table hr section h1 h2 h3 h4 h5 h6'.split(' '));

const isBlock = (node: ElementContent | undefined) =>
  node?.type === 'raw' || (node?.type === 'element' && BLOCKS.has(node.tagName));

export function elementOf(tagName: string, properties: Properties = {}, children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children };
}

export const textOf = (value: string): ElementContent => ({ type: 'text', value });

/** Builds an HTML tree from a flat list of opening and closing tokens. */
export class TreeBuilder {
  readonly tree: Root = { type: 'root', children: [] };
  /** Prefix of every id; '' if sanitising adds it later. */
  readonly idPrefix: string;
  /** Bytes added by expanding short source constructs. */
  expansion = 0;
  tasks = 0;
  /** The last task box, until its text begins. */
  box: Element | null = null;
  #parent: Parent = this.tree;
  readonly #above: Parent[] = [];

  constructor(idPrefix: string) {
    this.idPrefix = idPrefix;
  }

  /** Returns the element opened last; list items and cells always have an element as parent. */
  get parent(): Element {
    return this.#parent as Element;
  }

  append(node: ElementContent): void {
    const last = this.#parent.children.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else this.#parent.children.push(node);
  }

  text(value: string): void {
    if (value !== '') this.append(textOf(value));
  }

  block(node: ElementContent): void {
    const isFirstOfAll = this.#parent.type === 'root' && this.#parent.children.length === 0;
    if (!isFirstOfAll && (this.#parent.type === 'root' || HOLDS_BLOCKS.has(this.#parent.tagName))) this.text('\n');
    this.append(node);
  }

  open(node: Element): void {
    this.append(node);
    this.#enter(node);
  }

  openBlock(node: Element): void {
    this.block(node);
    this.#enter(node);
  }

  close(): void {
    const { tagName, children } = this.parent;
    const last = children.at(-1);
    if (tagName === 'li' ? isBlock(last) : HOLDS_BLOCKS.has(tagName) && last?.type !== 'text') this.text('\n');
    this.#parent = this.#above.pop()!;
  }

  #enter(node: Element): void {
    this.#above.push(this.#parent);
    this.#parent = node;
  }
}

/** Appends the nodes of a token. */
export type TokenHandler<Token> = (builder: TreeBuilder, token: Token) => void;

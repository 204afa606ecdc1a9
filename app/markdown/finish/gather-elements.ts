import type { Element, Nodes } from 'hast';

/** Code with a language; `block` is the `<pre>` that contains only it. */
export type CodeElement = { element: Element; block: Element | null };

/** Elements for the finishing steps in document order, collected in one walk. */
export interface GatheredElements {
  headings: { element: Element; inLink: boolean }[];
  links: Element[];
  images: Element[];
  tables: Element[];
  codeBlocks: Element[];
  code: CodeElement[];
  quotes: Element[];
  /** Task list items, numbered by the parser. */
  tasks: Element[];
  checkboxes: { element: Element; parent: Nodes }[];
  footnotes: Element[];
  /** Elements with an author-defined id or name. */
  named: Element[];
}

function sortIn(gathered: GatheredElements, element: Element, parent: Nodes, inLink: boolean): void {
  const { properties, tagName } = element;
  if (properties.id !== undefined || properties.name !== undefined) gathered.named.push(element);
  if (/^h[1-6]$/.test(tagName)) gathered.headings.push({ element, inLink });
  else if (tagName === 'a') gathered.links.push(element);
  else if (tagName === 'img') gathered.images.push(element);
  else if (tagName === 'table') gathered.tables.push(element);
  else if (tagName === 'pre') gathered.codeBlocks.push(element);
  else if (tagName === 'code' && properties.className !== undefined) {
    const block = parent.type === 'element' && parent.tagName === 'pre' ? parent : null;
    gathered.code.push({ element, block });
  } else if (tagName === 'blockquote') gathered.quotes.push(element);
  else if (tagName === 'li' && properties.dataTask !== undefined) gathered.tasks.push(element);
  else if (tagName === 'input') gathered.checkboxes.push({ element, parent });
  else if (tagName === 'section' && properties.dataFootnotes !== undefined) gathered.footnotes.push(element);
}

function walk(gathered: GatheredElements, node: Nodes, inLink: boolean): void {
  if (!('children' in node)) return;
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    sortIn(gathered, child, node, inLink);
    walk(gathered, child, inLink || child.tagName === 'a');
  }
}

/** Collects the elements of a tree of limited depth in one pass. */
export function gatherElements(tree: Nodes): GatheredElements {
  const gathered: GatheredElements = {
    headings: [],
    links: [],
    images: [],
    tables: [],
    codeBlocks: [],
    code: [],
    quotes: [],
    tasks: [],
    checkboxes: [],
    footnotes: [],
    named: [],
  };
  walk(gathered, tree, false);
  return gathered;
}

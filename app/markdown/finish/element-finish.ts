import type { Element, ElementContent } from 'hast';
import type { GatheredElements } from '#app/markdown/finish/gather-elements.ts';

const BLOCKS_IN_AN_ITEM = new Set([
  'p',
  'ul',
  'ol',
  'dl',
  'pre',
  'blockquote',
  'table',
  'div',
  'details',
  'hr',
  'section',
]);
/** Id prefix of task texts. */
const TASK_PREFIX = 'task-';

/** Images on other sites receive no referrer and do not delay the page. */
export function finishImages(images: Element[]): void {
  for (const { properties } of images) {
    properties.alt ??= '';
    Object.assign(properties, { loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' });
  }
}

/** Wraps tables in a keyboard-accessible scroll container, so that a wide table never widens the page. */
export function frameTables(tables: Element[]): void {
  for (const table of tables) {
    const inner: Element = { ...table };
    table.tagName = 'div';
    table.properties = { className: ['table-scroll'], tabIndex: 0 };
    table.children = [inner];
  }
}

/** Long lines scroll; keyboard scrolling needs a tab stop. */
export function frameCode(codeBlocks: Element[]): void {
  for (const { properties } of codeBlocks) properties.tabIndex = 0;
}

function isBlock(node: ElementContent): boolean {
  return node.type === 'element' && BLOCKS_IN_AN_ITEM.has(node.tagName);
}

/**
 * Renders the box of a numbered task as a static state; pages turn it into a button for readers who may change it
 * (`app/services/documents/localize-html.ts`). The text is linked by id instead of a label, so that it remains
 * selectable.
 */
export function nameTasks(items: Element[]): void {
  const seen = new Set<string>();
  for (const item of items) {
    const index = String(item.properties.dataTask);
    delete item.properties.dataTask;
    const paragraph = item.children.find(isElement('p'));
    const parent = item.children.find(isElement('input')) ? item : paragraph;
    const box = parent?.children.find(isElement('input'));
    if (!parent || box?.properties.type !== 'checkbox' || seen.has(index)) continue;
    seen.add(index);
    const { checked } = box.properties;
    const id = `${TASK_PREFIX}${index}`;
    box.properties = { type: 'checkbox', checked: Boolean(checked), disabled: true };
    Object.assign(box.properties, { className: ['task-checkbox'], dataTask: index, ariaLabelledBy: id });
    wrapWords(parent, box, { type: 'element', tagName: 'span', properties: { id }, children: [] });
  }
}

const isElement =
  (name: string) =>
  (node: ElementContent): node is Element =>
    node.type === 'element' && node.tagName === name;

/** Moves the nodes between a checkbox and the next block into `wrapper`. */
function wrapWords(parent: Element, box: Element, wrapper: Element): void {
  const first = parent.children.indexOf(box) + 1;
  const block = parent.children.findIndex((node, at) => at >= first && isBlock(node));
  wrapper.children = parent.children.slice(first, block === -1 ? undefined : block);
  parent.children.splice(first, wrapper.children.length, wrapper);
}

/** Wraps checkboxes of raw HTML, which are not tasks, and their text in a label. Removes other inputs. */
export function labelTasks(checkboxes: GatheredElements['checkboxes']): void {
  for (const { element, parent } of checkboxes) {
    if (!('children' in parent) || element.properties.dataTask !== undefined) continue;
    const siblings = parent.children as ElementContent[];
    const first = siblings.indexOf(element);
    if (element.properties.type !== 'checkbox') {
      siblings.splice(first, 1);
      continue;
    }
    Object.assign(element.properties, { disabled: true, className: ['task-checkbox'] });
    const block = siblings.findIndex((node, at) => at > first && isBlock(node));
    const words = siblings.slice(first, block === -1 ? undefined : block);
    const label: Element = { type: 'element', tagName: 'label', properties: {}, children: words };
    siblings.splice(first, words.length, label);
  }
}

/** Sets roles by which assistive technology announces footnotes in the reader's language. */
export function nameFootnotes(footnotes: Element[], links: Element[]): void {
  for (const { properties } of footnotes) properties.role = 'doc-endnotes';
  for (const { properties } of links) {
    if (properties.dataFootnoteRef !== undefined) properties.role = 'doc-noteref';
    if (properties.dataFootnoteBackref !== undefined) properties.role = 'doc-backlink';
  }
}

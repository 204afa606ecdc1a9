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
/** Own prefix of the ids of tasks' words. */
const TASK_PREFIX = 'task-';

/** A picture on another site learns nothing of the page, and neither delays it. */
export function quietImages(images: Element[]): void {
  for (const { properties } of images) {
    properties.alt ??= '';
    Object.assign(properties, { loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' });
  }
}

/** A frame to scroll in, reachable by keyboard, so that a wide table never widens the page. */
export function frameTables(tables: Element[]): void {
  for (const table of tables) {
    const inner: Element = { ...table };
    table.tagName = 'div';
    table.properties = { className: ['table-scroll'], tabIndex: 0 };
    table.children = [inner];
  }
}

/** Long lines scroll; without a tab stop the keyboard cannot. */
export function frameCode(codeBlocks: Element[]): void {
  for (const { properties } of codeBlocks) properties.tabIndex = 0;
}

function isBlock(node: ElementContent): boolean {
  return node.type === 'element' && BLOCKS_IN_AN_ITEM.has(node.tagName);
}

/**
 * The box of a numbered task: it shows a state, and where a reader may tick it, the page makes a button of it
 * (`app/services/documents/localize-html.ts`). Its words name it, by an id rather than a label: words are there to be read.
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

/** What stands beside a box, up to the first block, goes into `wrapper`. */
function wrapWords(parent: Element, box: Element, wrapper: Element): void {
  const first = parent.children.indexOf(box) + 1;
  const block = parent.children.findIndex((node, at) => at >= first && isBlock(node));
  wrapper.children = parent.children.slice(first, block === -1 ? undefined : block);
  parent.children.splice(first, wrapper.children.length, wrapper);
}

/** Boxes in HTML are no tasks: their words become their label. Other inputs are not of Markdown. */
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

/** Roles name the parts of footnotes in the reader's own language. */
export function nameFootnotes(footnotes: Element[], links: Element[]): void {
  for (const { properties } of footnotes) properties.role = 'doc-endnotes';
  for (const { properties } of links) {
    if (properties.dataFootnoteRef !== undefined) properties.role = 'doc-noteref';
    if (properties.dataFootnoteBackref !== undefined) properties.role = 'doc-backlink';
  }
}

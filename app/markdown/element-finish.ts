import type { Element, ElementContent } from 'hast';
import type { GatheredElements } from '#app/markdown/gather-elements.ts';
import { FOREIGN_PREFIX } from '#app/markdown/sanitize-schema.ts';

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
/** The id of the heading that is generated above footnotes. */
export const FOOTNOTE_LABEL = `${FOREIGN_PREFIX}footnote-label`;

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

/** A task's box shows a state and cannot be pressed; its words become its label. Other inputs are not of Markdown. */
export function labelTasks(checkboxes: GatheredElements['checkboxes']): void {
  for (const { element, parent } of checkboxes) {
    if (!('children' in parent)) continue;
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

/** Roles name the parts of footnotes in the reader's own language, where the generated heading is always English. */
export function nameFootnotes(footnotes: Element[], links: Element[]): void {
  for (const section of footnotes) {
    section.properties.role = 'doc-endnotes';
    section.children = section.children.filter(
      (child) => child.type !== 'element' || child.properties.id !== FOOTNOTE_LABEL,
    );
  }
  for (const { properties } of links) {
    if (properties.dataFootnoteRef !== undefined) properties.role = 'doc-noteref';
    if (properties.dataFootnoteBackref !== undefined) properties.role = 'doc-backlink';
  }
}

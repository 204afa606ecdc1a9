import type { Element, ElementContent, Root, RootContent } from 'hast';
import { linkCardOf } from '#app/schemas/link-cards.ts';

const isBlank = (node: RootContent) => node.type === 'text' && node.value.trim() === '';

function onlyLink({ children }: Element): Element | null {
  const [link, ...others] = children.filter((node) => !isBlank(node));
  return link?.type === 'element' && link.tagName === 'a' && others.length === 0 ? link : null;
}

const span = (className: string, value: string): ElementContent => ({
  type: 'element',
  tagName: 'span',
  properties: { className: [className] },
  children: [{ type: 'text', value }],
});

/**
 * Turns a paragraph that is only an address of a known kind into a card. It remains a link; no request is sent to the
 * other site.
 */
export function makeLinkCards({ children }: Root): void {
  for (const paragraph of children) {
    if (paragraph.type !== 'element' || paragraph.tagName !== 'p') continue;
    const link = onlyLink(paragraph);
    const address = link?.properties.href;
    const [text] = link?.children ?? [];
    if (!link || typeof address !== 'string' || text?.type !== 'text' || text.value !== address) continue;
    const card = linkCardOf(address);
    if (!card) continue;
    paragraph.properties.className = ['link-card', `link-card-${card.kind}`];
    link.children = [span('card-kind', card.name), { type: 'text', value: ' ' }, span('card-address', address)];
  }
}

import type { Element, Nodes, Root } from 'hast';
import { EXIT, visit } from 'unist-util-visit';

export const classesOf = ({ properties }: Element): string[] =>
  Array.isArray(properties.className) ? properties.className.map(String) : [];

export const hasClass = (element: Element, name: string): boolean => classesOf(element).includes(name);

/** Returns the first matching element in document order. */
export function findElement(tree: Nodes, fits: (element: Element) => boolean): Element | null {
  let found: Element | null = null;
  visit(tree, 'element', (element) => {
    if (!fits(element)) return undefined;
    found = element;
    return EXIT;
  });
  return found;
}

export function findElements(tree: Nodes, fits: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  visit(tree, 'element', (element) => {
    if (fits(element)) found.push(element);
  });
  return found;
}

export const byId = (tree: Root, id: string): Element | null =>
  findElement(tree, ({ properties }) => properties.id === id);

/** Returns the relative link destinations below a node. */
export const linksBelow = (tree: Nodes): string[] =>
  findElements(tree, ({ tagName }) => tagName === 'a').flatMap(({ properties }) =>
    typeof properties.href === 'string' && !/^(?:[a-z]+:|#|\/\/)/i.test(properties.href) ? [properties.href] : [],
  );

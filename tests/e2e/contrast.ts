import type { Page } from 'playwright';

/** Elements whose look changes under the pointer. */
const HOVERED = 'a, button, summary, label, select, .row, [role="option"], [role="menuitem"], [role="treeitem"]';

/**
 * Computes the contrast of every visible text with its background (WCAG 2.2, 1.4.3) and returns those below 4.5:1, or
 * 3:1 for large text. Disabled controls and hidden (transparent) placeholders are exempt. Needs JavaScript in the page.
 */
export async function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(findFaintTexts);
}

/** Like `faintTexts`, with the pointer over every control at once. */
export async function faintUnderPointer(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: HOVERED });
  const force = (forcedPseudoClasses: string[]) =>
    // Scripts may replace an element meanwhile.
    Promise.allSettled(nodeIds.map((nodeId) => session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })));
  await force(['hover']);
  const found = await faintTexts(page);
  await force([]);
  await session.detach();
  return found.map((text) => `under the pointer: ${text}`);
}

/** Runs in the page, where nothing outside of this function exists. */
function findFaintTexts(): string[] {
  type Color = [red: number, green: number, blue: number, alpha: number];
  const brush = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  })!;
  const known = new Map<string, Color>();
  const toColor = (css: string): Color => {
    let color = known.get(css);
    if (!color) {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = css;
      brush.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data;
      color = [red, green, blue, alpha / 255];
      known.set(css, color);
    }
    return color;
  };
  const mix = (below: Color, above: Color, share: number): Color => [
    below[0] + (above[0] - below[0]) * share,
    below[1] + (above[1] - below[1]) * share,
    below[2] + (above[2] - below[2]) * share,
    1,
  ];
  const luminance = ([red, green, blue]: Color) => {
    const linear = (value: number) =>
      value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const ratioOf = (one: Color, other: Color) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light! + 0.05) / (dark! + 0.05);
  };
  type Seen = { text: Color; ground: Color };
  /** Paints a chain of elements from the outermost on; an opacity applies to everything inside. */
  const paint = (chain: CSSStyleDeclaration[], color: Color, below: Color): Seen => {
    const [style, ...inside] = chain;
    if (!style) return { text: mix(below, color, color[3]), ground: below };
    const background = toColor(style.backgroundColor);
    const seen = paint(inside, color, mix(below, background, background[3]));
    const opacity = Number(style.opacity);
    return { text: mix(below, seen.text, opacity), ground: mix(below, seen.ground, opacity) };
  };
  const chainOf = (element: Element): Element[] =>
    element.parentElement ? [...chainOf(element.parentElement), element] : [element];
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest(':disabled, [aria-disabled="true"], .sr-only, option, noscript, svg');

  const found = new Set<string>();
  const check = (element: Element, text: string, pseudo?: string) => {
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    const own = getComputedStyle(element, pseudo);
    const styles = chainOf(element).map((each) => getComputedStyle(each));
    if (pseudo && pseudo !== '::placeholder') styles.push(own);
    const color = toColor(own.color);
    if (pseudo === '::placeholder' && color[3] === 0) return;
    const share = pseudo === '::placeholder' ? Number(own.opacity) : 1;
    const { text: ink, ground } = paint(styles, [color[0], color[1], color[2], color[3] * share], [255, 255, 255, 1]);
    const size = Number.parseFloat(own.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(own.fontWeight) >= 700);
    const ratio = ratioOf(ink, ground);
    if (ratio >= (isLarge ? 3 : 4.5)) return;
    const names = [element.parentElement?.className, element.tagName.toLowerCase(), ...element.classList].join('.');
    found.add(`${ratio.toFixed(2)} ${names}${pseudo ?? ''} “${text.trim().slice(0, 30)}”`);
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element && node.nodeValue?.trim() && isShown(element)) check(element, node.nodeValue);
  }
  for (const element of document.body.querySelectorAll('*')) {
    for (const pseudo of ['::before', '::after']) {
      const { content } = getComputedStyle(element, pseudo);
      if (content.startsWith('"') && isShown(element)) check(element, content.slice(1, -1), pseudo);
    }
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    if (!isShown(field) || ['hidden', 'checkbox', 'radio', 'range', 'file'].includes(field.type)) continue;
    if (field.value) check(field, field.value);
    else if (field.placeholder) check(field, field.placeholder, '::placeholder');
  }
  return [...found];
}

import type { Page } from 'playwright';
import sharp from 'sharp';

type Box = { left: number; top: number; width: number; height: number };
type Text = {
  /** Red, green, blue (0 to 255) and alpha (0 to 1), opacities of ancestors included. */
  ink: [number, number, number, number];
  isLarge: boolean;
  name: string;
  /** Position in the window. */
  lines: Box[];
};

/** Makes letters invisible and leaves their shadows, which belong to what is behind them. */
const WITHOUT_LETTERS = `*, *::before, *::after, *::placeholder {
  color: transparent !important; -webkit-text-fill-color: transparent !important; caret-color: transparent !important;
  text-decoration-color: transparent !important; transition: none !important; }`;
/** Share of pixels behind a text that may be closer to its colour: edges and noise of a picture. */
const IGNORED = 0.05;
/** Fewer differing pixels than this are no letters: they have the colour of what is behind them. */
const LETTERS_MIN = 20;

type Picture = { data: Buffer; width: number; height: number };

/**
 * Computes the contrast of texts in the window with the pixels behind their letters, where a picture, a gradient or
 * what a layer lets shine through is there, and returns those below 4.5:1, or 3:1 for large text.
 */
export async function faintOverPictures(page: Page): Promise<string[]> {
  const texts = await page.evaluate(textsOverPictures);
  if (texts.length === 0) return [];
  const [seen, behind] = [await take(page), await takeWithoutLetters(page)];
  return texts.flatMap(({ ink, isLarge, name, lines }) => {
    const places = lines.flatMap((line) => placesIn(line, behind));
    const ofLetters = places.filter((at) => [0, 1, 2].some((part) => seen.data[at + part] !== behind.data[at + part]));
    const ratios = (ofLetters.length < LETTERS_MIN ? places : ofLetters).map((at) =>
      ratioOf(ink, [behind.data[at]!, behind.data[at + 1]!, behind.data[at + 2]!]),
    );
    ratios.sort((one, other) => one - other);
    const worst = ratios[Math.floor(ratios.length * IGNORED)];
    return worst === undefined || worst >= (isLarge ? 3 : 4.5) ? [] : [`${worst.toFixed(2)} over a picture ${name}`];
  });
}

async function take(page: Page): Promise<Picture> {
  const screenshot = await page.screenshot({ scale: 'css', animations: 'disabled' });
  const { data, info } = await sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function takeWithoutLetters(page: Page): Promise<Picture> {
  // The policy of our pages refuses style elements without a nonce, but not the sheets of a script.
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, WITHOUT_LETTERS);
  const taken = await take(page);
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  return taken;
}

/** Returns the offsets of the pixels of a box. */
function placesIn({ left, top, width, height }: Box, picture: Picture): number[] {
  const places: number[] = [];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(picture.height, top + height); y += 1) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(picture.width, left + width); x += 1)
      places.push(3 * (y * picture.width + x));
  }
  return places;
}

function ratioOf([red, green, blue, alpha]: Text['ink'], ground: [number, number, number]): number {
  const letters = [red, green, blue].map((value, at) => ground[at]! + (value - ground[at]!) * alpha);
  const [light, dark] = [luminance(letters), luminance(ground)].sort((one, other) => other - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red = 0, green = 0, blue = 0]: readonly number[]): number {
  const linear = (value: number) =>
    value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Runs in the page, where nothing outside of this function exists. */
function textsOverPictures(): Text[] {
  const brush = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  })!;
  const known = new Map<string, Text['ink']>();
  const toColor = (css: string): Text['ink'] => {
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
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest(':disabled, [aria-disabled="true"], .sr-only, option, noscript, svg');
  const chainOf = (element: Element): Element[] =>
    element.parentElement ? [element, ...chainOf(element.parentElement)] : [element];
  const isPicture = (element: Element) =>
    element.matches('img, video, canvas') ||
    [undefined, '::before', '::after'].some((pseudo) => {
      const { backgroundImage, content } = getComputedStyle(element, pseudo);
      return backgroundImage !== 'none' && (!pseudo || content !== 'none');
    });
  const pictures = [...document.querySelectorAll('*')].filter((element) => isPicture(element) && isShown(element));
  const boxes = pictures.map((element) => ({ element, box: element.getBoundingClientRect() }));
  const meets = (one: DOMRect, other: DOMRect) =>
    one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
  /** True for a layer above the page that is not opaque behind the text. */
  const shinesThrough = (chain: Element[]) => {
    const at = chain.findIndex((each) => ['fixed', 'absolute', 'sticky'].includes(getComputedStyle(each).position));
    return at >= 0 && !chain.slice(0, at + 1).some((each) => toColor(getComputedStyle(each).backgroundColor)[3] === 1);
  };
  /** True if an opaque element between the text and the picture hides it. */
  const isCovered = (chain: Element[], picture: Element) => {
    const at = chain.findIndex((each) => each.contains(picture));
    return chain.slice(0, at).some((each) => toColor(getComputedStyle(each).backgroundColor)[3] === 1);
  };
  const found: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !/[\p{L}\p{N}]/u.test(node.nodeValue ?? '') || !isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const chain = chainOf(element);
    const lines = [...range.getClientRects()].filter(
      (line) => meets(line, new DOMRect(0, 0, innerWidth, innerHeight)) && isOnTop(line, element),
    );
    const over = lines.filter(
      (line) =>
        boxes.some(
          (each) => !element.contains(each.element) && meets(line, each.box) && !isCovered(chain, each.element),
        ) ||
        boxes.some((each) => each.element === element) ||
        shinesThrough(chain),
    );
    if (over.length === 0) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const [red, green, blue, alpha] = toColor(color);
    const opacity = chain.reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1);
    const size = Number.parseFloat(fontSize);
    found.push({
      ink: [red, green, blue, alpha * opacity],
      isLarge: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700),
      name: `${[element.tagName.toLowerCase(), ...element.classList].join('.')} “${node.nodeValue!.trim().slice(0, 30)}”`,
      lines: over.map(({ left, top, width, height }) => ({ left, top, width, height })),
    });
  }
  return found;

  /** False for texts that another layer or the edge of a scrolled box hides. */
  function isOnTop({ left, top, width, height }: DOMRect, element: Element): boolean {
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  }
}

import { outward } from '#app/address/base-path.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an icon of `public/icons.svg` for DOM built without React. */
export function drawIcon(name: string): SVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  icon.setAttribute('class', 'icon-mark');
  icon.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', outward(`/icons.svg#${name}`));
  icon.append(use);
  return icon;
}

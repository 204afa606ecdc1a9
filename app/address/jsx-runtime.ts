import * as react from 'react/jsx-runtime';

export type { JSX } from 'react/jsx-runtime';
export { Fragment } from 'react/jsx-runtime';

// TypeScript and Vite compile each JSX element to these functions (`jsxImportSource` in tsconfig.json), so that no
// element is rendered with an address outside the path of APP_URL, in pages of the server or of the browser.

type Props = Record<string, unknown>;
type Place = (type: string, props: Props) => Props;

/** Null at the root of a host, where addresses stay as they are written. */
let place: Place | null = null;

export function placeElements(how: Place): void {
  place = how;
}

export const placed = (type: unknown, props: unknown) =>
  place && typeof type === 'string' ? place(type, props as Props) : props;

export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, placed(type, props), key);
export const jsxs: typeof react.jsxs = (type, props, key) => react.jsxs(type, placed(type, props), key);

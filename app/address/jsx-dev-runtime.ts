import * as react from 'react/jsx-dev-runtime';
import { placed } from '#app/address/jsx-runtime.ts';

export type { JSX } from 'react/jsx-dev-runtime';
export { Fragment } from 'react/jsx-dev-runtime';

/** Development counterpart of `jsx`. */
export const jsxDEV: typeof react.jsxDEV = (type, props, ...rest) => react.jsxDEV(type, placed(type, props), ...rest);

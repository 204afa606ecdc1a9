import type { Literal } from 'hast';

/** HTML node that is printed verbatim. */
interface Raw extends Literal {
  type: 'raw';
}

declare module 'hast' {
  interface ElementContentMap {
    raw: Raw;
  }
  interface RootContentMap {
    raw: Raw;
  }
}

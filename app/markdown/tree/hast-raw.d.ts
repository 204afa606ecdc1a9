import type { Literal } from 'hast';

/** HTML in a tree that is printed as it is. */
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

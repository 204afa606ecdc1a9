import { outward } from '#app/address/base-path.ts';

let opening: string | null = null;

/** Notes the path that the router is loading; null when it has arrived. */
export function noteOpening(path: string | null): void {
  opening = path;
}

/** Returns the path that is being opened, else the page's own. The address changes only once a page has loaded. */
export const openingPath = (): string => outward(opening ?? location.pathname);

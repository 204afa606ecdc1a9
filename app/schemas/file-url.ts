const FILE_URL = /^\/api\/files\/(c[a-z0-9]{23})$/;
const PUBLIC_FILE_URL = /^\/s\/[^/]+\/files\/c[a-z0-9]{23}$/;

/** Returns the file id in a URL of this server; null for other URLs. */
export const fileInUrl = (url: string): string | null => FILE_URL.exec(url)?.[1] ?? null;

/** Tests whether a URL, on a page or behind a public link, supports smaller images (`?w=`). */
export const hasSmaller = (url: string): boolean => FILE_URL.test(url) || PUBLIC_FILE_URL.test(url);

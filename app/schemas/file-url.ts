const FILE_URL = /^\/api\/files\/(c[a-z0-9]{23})$/;
const PUBLIC_FILE_URL = /^\/s\/[^/]+\/files\/c[a-z0-9]{23}$/;

/** The file an address names, when it is one of ours. */
export const fileInUrl = (url: string): string | null => FILE_URL.exec(url)?.[1] ?? null;

/** Whether an address, on a page or behind a public link, has smaller pictures (`?w=`). */
export const hasSmaller = (url: string): boolean => FILE_URL.test(url) || PUBLIC_FILE_URL.test(url);

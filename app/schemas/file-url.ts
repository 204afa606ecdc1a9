const FILE_URL = /^\/api\/files\/(c[a-z0-9]{23})$/;

/** The file an address names, when it is one of ours. */
export const fileInUrl = (url: string): string | null => FILE_URL.exec(url)?.[1] ?? null;

const UNTRACED = /^\/(?:assets|covers|locales)\/|^\/(?:healthz|livez|readyz|metrics|icons\.svg|icon\.svg)$/;

/** Returns true for probes and static files, which are not traced. */
export const isUntraced = (url: string): boolean => UNTRACED.test(url.replace(/[?#].*$/s, ''));

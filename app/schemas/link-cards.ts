/** Content at an address, shown on a card. */
export type LinkCard = { kind: 'video' | 'drawing'; name: string };

type Known = LinkCard & { host: RegExp; path: RegExp };

const KNOWN: readonly Known[] = [
  {
    kind: 'video',
    name: 'YouTube',
    host: /^(?:www\.|m\.)?youtube\.com$/,
    path: /^\/(?:watch\?(?:.*&)?v=|shorts\/|live\/)[\w-]/,
  },
  { kind: 'video', name: 'YouTube', host: /^youtu\.be$/, path: /^\/[\w-]{6,}/ },
  { kind: 'video', name: 'Vimeo', host: /^(?:www\.|player\.)?vimeo\.com$/, path: /^\/(?:video\/)?\d+/ },
  {
    kind: 'drawing',
    name: 'Excalidraw',
    host: /^(?:link\.)?excalidraw\.com$/,
    path: /^\/(?:#json=|#room=|l\/|p\/readonly\/)/,
  },
  {
    kind: 'drawing',
    name: 'Figma',
    host: /^(?:www\.)?figma\.com$/,
    path: /^\/(?:file|design|proto|board|slides)\/\w/,
  },
  {
    kind: 'drawing',
    name: 'draw.io',
    host: /^(?:app|viewer)\.diagrams\.net$|^(?:www\.)?draw\.io$/,
    path: /^\/.*[?#]./,
  },
];

/** Returns the card of an address; null for an unknown kind. Sends no request. */
export function linkCardOf(address: string): LinkCard | null {
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return null;
  const { hostname, pathname, search, hash } = new URL(address);
  const path = `${pathname}${search}${hash}`;
  const known = KNOWN.find((each) => each.host.test(hostname) && each.path.test(path));
  return known ? { kind: known.kind, name: known.name } : null;
}

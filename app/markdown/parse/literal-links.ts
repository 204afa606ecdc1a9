import type { MarkdownIt } from 'markdown-it';

/** GFM's `www.` links: a name of at least two parts, then any path characters. */
const NAME = /^[\w-]+(?:\.[\w-]+)+/;
const WEB = 'http://www.';
/** Maximum length of an address. Without it, a text full of addresses is scanned to its end for each one. */
const LONGEST = 2048;

/**
 * Links bare addresses: `https://…`, `http://…`, `www.…` and mail addresses. Not `example.com`, which in notes is often
 * a file name.
 */
export function literalLinks(parser: MarkdownIt): void {
  parser.set({ linkify: true });
  const { linkify } = parser;
  linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
  for (const schema of ['ftp:', '//']) linkify.add(schema, null);
  linkify.add('www.', {
    validate: (text, at, self) => {
      const rest = text.slice(at, at + LONGEST);
      const url = NAME.test(rest) ? self.matchAtStart(WEB + rest)?.url : undefined;
      return url ? url.length - WEB.length : 0;
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
}

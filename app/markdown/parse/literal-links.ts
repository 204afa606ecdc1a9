import type { MarkdownIt } from 'markdown-it';

/** GFM's `www.`: a name of at least two parts, and then whatever a path may hold. */
const NAME = /^[\w-]+(?:\.[\w-]+)+/;
const WEB = 'http://www.';
/** Of an address: a text of nothing else would be read to its end at each of them. */
const LONGEST = 2048;

/**
 * Addresses without brackets become links: `https://…`, `http://…`, `www.…` and mail addresses. Not `example.com`, which in
 * notes is a file's name as often as not.
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

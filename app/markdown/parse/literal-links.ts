import type { MarkdownIt } from 'markdown-it';

/** GFM's `www.`: a name of at least two parts, and then whatever a path may hold. */
const NAME = /^[\w-]+(?:\.[\w-]+)+/;

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
      if (!NAME.test(text.slice(at))) return 0;
      const [whole] = self.matchAtStart(`http://www.${text.slice(at)}`)?.url.match(/.*/s) ?? [];
      return whole ? whole.length - 'http://www.'.length : 0;
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
}

import type { MarkdownIt } from 'markdown-it';

/** GFM's `www.` links: a name of at least two parts, then any path characters. */
const NAME = /^[\w-]+(?:\.[\w-]+)+/;
const WEB = 'http://www.';
/** Maximum length of an address. Without it, a text full of addresses would be scanned to its end for each one. */
const LONGEST = 2048;

const ASCII = /^[!-;=-~]+/;
/** Characters of Markdown and other notations that GFM would include in an address. */
const UNCERTAIN = /[[\]{}|^`\\]/;
const TRAILING = /(?:[?!.,:*_~'"]|&[a-z0-9]+;)$/i;

/**
 * Returns the length of an address by GFM's rules: up to a space or `<`, without punctuation, an entity or unbalanced
 * parentheses at its end. 0 if there is none; null if other characters decide.
 */
function plainAddress(rest: string): number | null {
  const [whole = ''] = ASCII.exec(rest) ?? [];
  if (!NAME.test(rest) || UNCERTAIN.test(whole) || rest.charCodeAt(whole.length) > 0x7f) return null;
  let address = whole;
  for (;;) {
    const [end] = TRAILING.exec(address) ?? [];
    const isOpen = address.endsWith(')') && address.split(')').length > address.split('(').length;
    if (!end && !isOpen) return address.length;
    address = address.slice(0, -(end?.length ?? 1));
  }
}

/** Tests for a mail address of GFM, with a plain host name after its first `@`. */
const isMail = (url: string) => /^mailto:[^@]+@[\w.-]+$/i.test(url);

/**
 * Links bare addresses: `https://…`, `http://…`, `www.…` and mail addresses. Not `example.com`, as that is often a file
 * name.
 */
export function literalLinks(parser: MarkdownIt): void {
  parser.set({ linkify: true });
  const { linkify } = parser;
  linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
  for (const schema of ['ftp:', '//']) linkify.add(schema, null);
  const match = linkify.match.bind(linkify);
  linkify.match = (text) => match(text)?.filter(({ schema, url }) => schema !== 'mailto:' || isMail(url)) ?? null;
  linkify.add('www.', {
    validate: (text, at, self) => {
      const rest = text.slice(at, at + LONGEST);
      const plain = plainAddress(rest);
      if (plain !== null) return plain;
      const url = NAME.test(rest) ? self.matchAtStart(WEB + rest)?.url : undefined;
      return url ? url.length - WEB.length : 0;
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
}

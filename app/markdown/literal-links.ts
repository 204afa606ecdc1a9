import type {} from 'remark-parse';
import type { Processor } from 'unified';

/**
 * How much of GFM's literal links (`https://…`, `www.…`, `me@example.com` without brackets) a source needs. They cost a
 * third of the parsing time, most documents have none outside of `[…](…)`, and leaving them out then changes nothing.
 */
export type LiteralLinks = 'none' | 'addresses' | 'all';

/** A web address that stands neither in a link's parentheses nor in angle brackets. */
const bareWebAddress = /(?<!\]\(|<)(?:https?:\/\/|www\.)|\]\((?:https?:\/\/|www\.)[^\s()<>]*(?![^\s()<>]|\))/i;
/** Cheaper than GFM's own, and true wherever that is: `vite@latest` and `@scope/name` are none. */
const mailAddress = /[\w+.-]@[\w-]+\.\w/;
/** Tried at every letter by the parser; the tree transform that runs afterwards finds mail addresses just as well. */
const MAIL_CONSTRUCT = 'emailAutolink';
const WEB_CONSTRUCTS = ['protocolAutolink', 'wwwAutolink'];

/** What `source` needs, by a cheap look. */
export function literalLinksIn(source: string): LiteralLinks {
  if (bareWebAddress.test(source)) return 'all';
  return mailAddress.test(source) ? 'addresses' : 'none';
}

/** Plugin, to be used after remark-gfm: takes the parts of literal links away that are not needed. */
export function keepLiteralLinks(this: Processor, needed: LiteralLinks): undefined {
  const data = this.data();
  const dropped = needed === 'all' ? [MAIL_CONSTRUCT] : [MAIL_CONSTRUCT, ...WEB_CONSTRUCTS];
  for (const { text } of data.micromarkExtensions ?? []) {
    for (const [code, constructs] of Object.entries(text ?? {})) {
      if (text !== undefined)
        text[code] = [constructs ?? []].flat().filter(({ name }) => !dropped.includes(name ?? ''));
    }
  }
  if (needed !== 'none') return;
  for (const extension of (data.fromMarkdownExtensions ?? []).flat()) delete extension.transforms;
}

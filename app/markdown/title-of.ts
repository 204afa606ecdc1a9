import type { Token } from 'markdown-it';
import { workOn } from '#app/markdown/bounded-work.ts';
import { findCustomId } from '#app/markdown/finish/custom-heading-id.ts';
import { readFrontMatter } from '#app/markdown/parse/front-matter.ts';
import { bodyOf, parseMarkdown } from '#app/markdown/parse/parse-markdown.ts';
import { wordsOfTokens } from '#app/markdown/tree/inline-elements.ts';

const LONGEST_TITLE = 255;

/**
 * Cuts at whole code points. The limit counts UTF-16 units like the input schema, so that every database accepts it.
 */
function clean(title: string): string {
  const line = title
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= LONGEST_TITLE) return line;
  const cut = line.slice(0, LONGEST_TITLE);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
}

function firstHeading(tokens: readonly Token[]): string {
  for (const [at, { type }] of tokens.entries()) {
    if (type !== 'heading_open') continue;
    const text = wordsOfTokens(tokens[at + 1]?.children ?? []);
    const title = clean(findCustomId(text)?.text ?? text);
    if (title !== '') return title;
  }
  return '';
}

/** Matches a line that could be a heading, in any container. Excludes most texts without one cheaply. */
const MAY_HAVE_HEADING = /(?:^|[\s>*+\-.):])#{1,6}[ \t]|^[ \t>]*(?:=+|-+)[ \t]*$/m;
/** Fast path: a leading heading of plain words needs no parser. */
const PLAIN_FIRST_HEADING = /^(?:[ \t]*\r?\n)*#{1,6}[ \t]+([^\r\n\\`*_[\]<>&{}#!|~$]+)(?:\r?\n|$)/;

function titleInText(source: string): string {
  if (!MAY_HAVE_HEADING.test(source)) return '';
  const plain = PLAIN_FIRST_HEADING.exec(bodyOf(source).body)?.[1];
  if (plain?.trim()) return clean(plain);
  return workOn(() => firstHeading(parseMarkdown(bodyOf(source).body))) ?? '';
}

/**
 * Derives a title for imported text: from the front matter, else the first heading with words, else `fallback`. One
 * line, trimmed, at most 255 characters; empty only if `fallback` is blank.
 */
export function titleOf(source: string, fallback: string): string {
  return clean(readFrontMatter(source).title ?? '') || titleInText(source) || clean(fallback);
}

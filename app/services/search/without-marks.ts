const COMMENT = /<!--|-->/g;
/** A link or picture. No part may contain the character that starts the next one, so that the search stays linear. */
const LINK = /!?\[([^[\]\n]{0,400})\]\([ \t]{0,9}<?([^()<>\s]{0,2000})>?(?:[ \t]{1,9}"[^"\n]{0,400}")?[ \t]{0,9}\)/g;
const BLOCK = /^[ \t]*(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+)+/gm;
const EMPHASIS = /\*+|~~|`+|(?<![\p{L}\p{N}])_{1,3}(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])_{1,3}(?![\p{L}\p{N}])/gu;

/**
 * Removes the marks of Markdown from a source, for a snippet of words that the page does not show. Keeps the addresses
 * of links, as they may contain the words, except those within the installation.
 */
export function withoutMarks(source: string): string {
  return source
    .replace(COMMENT, ' ')
    .replace(LINK, (_, label: string, address: string) =>
      address === '' || /^[/#]/.test(address) ? label : `${label} (${address})`,
    )
    .replace(BLOCK, '')
    .replace(EMPHASIS, '');
}

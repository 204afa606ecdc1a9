import { endOfFrontMatter } from '#app/markdown/parse/front-matter.ts';

/** A link in double brackets with its offsets. `size` is the width and height of an embedded picture. */
export type WikiLink = {
  start: number;
  end: number;
  /** Empty for a link to a heading of the same text. */
  target: string;
  heading: string;
  alias: string;
  size: string;
  isEmbed: boolean;
};
/** With more than `MOST_LINKS` links, `links` is empty and `content` unchanged. */
export type WikiText = { content: string; links: WikiLink[]; hasTooMany: boolean };

/** Maximum number of links: receiving more from a worker thread would block the event loop too long. */
export const MOST_LINKS = 40_000;

const MAY_HOLD_ANY = /\[\[|^[ \t>]*>[ \t]?\[!/m;
const LINK = /(!?)\[\[([^[\]\n]{1,1000})\]\](?!\()/g;
const SIZE = /^\d{1,4}(?:x\d{1,4})?$/;
const FENCE = /^[\s>]*(?:[-*+]\s+|\d{1,9}[.)]\s+)*(`{3,}(?=[^`]*$)|~{3,})/;

/** Tests cheaply whether a text may contain syntax that `readWiki` changes. */
export const mayBeWiki = (source: string): boolean => MAY_HOLD_ANY.test(source);

/**
 * Parses Obsidian's dialect. Returns the text with callouts converted to GitHub's alerts, and its links in double
 * brackets. Ignores front matter, code, and links followed by `(`, which are regular Markdown.
 */
export function readWiki(source: string): WikiText {
  const head = source.slice(0, endOfFrontMatter(source));
  const lines = source.slice(head.length).split('\n');
  const links: WikiLink[] = [];
  let fence: string | null = null;
  let offset = head.length;
  const written = lines.map((line) => {
    const mark = FENCE.exec(line)?.[1] ?? null;
    const isCode = fence !== null || mark !== null;
    if (fence === null) fence = mark;
    else if (closes(line, fence)) fence = null;
    const text = isCode ? line : asAlert(line);
    // One line may have more links than a call takes arguments.
    if (!isCode) for (const link of linksIn(text, offset)) links.push(link);
    offset += text.length + 1;
    return text;
  });
  if (links.length > MOST_LINKS) return { content: source, links: [], hasTooMany: true };
  return { content: head + written.join('\n'), links, hasTooMany: false };
}

const closes = (line: string, fence: string) => {
  const [, run = ''] = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(line) ?? [];
  return run.length >= fence.length && run[0] === fence[0];
};

function linksIn(line: string, offset: number): WikiLink[] {
  if (!line.includes('[[')) return [];
  const code = codeSpans(line);
  let nextCode = 0;
  return [...line.matchAll(LINK)].flatMap(({ 0: whole, 1: prefix, 2: inside = '', index }) => {
    while (nextCode < code.length && code[nextCode]![1] <= index) nextCode += 1;
    if (nextCode < code.length && code[nextCode]![0] <= index) return [];
    // In a table the bar before the alias is escaped.
    const [place = '', ...words] = inside.split(/\\?\|/);
    const [target = '', ...headings] = place.split('#');
    const isSized = prefix === '!' && SIZE.test(words.at(-1)?.trim() ?? '');
    const size = isSized ? words.pop()!.trim() : '';
    const link = { target: target.trim(), heading: headings.at(-1)?.trim() ?? '', alias: words.join('|').trim(), size };
    if (!link.target && !link.heading) return [];
    return [{ ...link, start: offset + index, end: offset + index + whole.length, isEmbed: prefix === '!' }];
  });
}

/** Returns start and end offset of each inline code span in a line. */
function codeSpans(line: string): [number, number][] {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: run, index }, nth) => ({ length: run.length, index, nth }));
  // Each list is reversed, so that `pop` removes the runs that were passed.
  const byLength = Map.groupBy(runs.toReversed(), ({ length }) => length);
  const spans: [number, number][] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const { length, index } = runs[at]!;
    const same = byLength.get(length)!;
    while (same.length > 0 && same.at(-1)!.nth <= at) same.pop();
    const end = same.at(-1);
    if (!end) continue;
    spans.push([index, end.index + length]);
    at = end.nth;
  }
  return spans;
}

/** The nearest GitHub alert for Obsidian's kinds of callouts. */
const ALERTS: Record<string, string> = Object.fromEntries(
  Object.entries({
    NOTE: 'note info todo abstract summary tldr example quote cite question help faq',
    TIP: 'tip hint success check done',
    IMPORTANT: 'important',
    WARNING: 'warning attention',
    CAUTION: 'caution failure fail missing danger error bug',
  }).flatMap(([alert, kinds]) => kinds.split(' ').map((kind) => [kind, alert])),
);

/** Converts `> [!info]- Title` to `> [!NOTE]` with the title in bold below it. GitHub's alerts stay unchanged. */
function asAlert(line: string): string {
  const [, before, kind = '', fold, title = ''] = /^([ \t>]*>[ \t]?)\[!([\w-]+)\]([+-]?)([^\n]*)$/.exec(line) ?? [];
  if (before === undefined) return line;
  const words = title.trim();
  const alert = ALERTS[kind.toLowerCase()] ?? 'NOTE';
  if (alert === kind.toUpperCase() && !fold && !words) return line;
  return `${before}[!${alert}]${words ? `\n${before}**${words.replaceAll('**', '')}**` : ''}${title.endsWith('\r') ? '\r' : ''}`;
}

import { titleOf } from '#app/markdown/title-of.ts';

const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const OPENING = /^([ \t]*)<aside>[ \t]*$/;
const CLOSING = /^[ \t]*<\/aside>[ \t]*$/;
/** The line that Notion writes above each page. */
const HEAD = /^# ([^\n]*)(?:\n+|$)/;
/** Properties of a row, which Notion writes below its title, one on each line. */
const PROPERTIES = /^(?:[^\s:][^:\n]{0,80}: [^\n]*\n)+[^\s:][^:\n]{0,80}: [^\n]*(?=\n\n|\n?$)/;
/** The first character of a callout, if it is an emoji, with its modifiers. */
const ICON = /^(\p{Extended_Pictographic}\p{Emoji_Modifier}?)\ufe0f?(?:\s+|$)/u;
/** Alerts of GitHub that say what these icons say. */
const ALERTS: Record<string, string> = {
  ...{ '💡': 'TIP', ℹ: 'NOTE', '📌': 'IMPORTANT', '⚠': 'WARNING' },
  ...{ '🚨': 'CAUTION', '❗': 'CAUTION', '🛑': 'CAUTION', '⛔': 'CAUTION' },
};

/**
 * Converts a page of Notion's Markdown export: the first heading becomes the title, a callout (`<aside>`) an alert, and
 * the properties of a row keep their lines. Line breaks are those of Unix.
 */
export function readNotionPage(source: string): { title: string; markdown: string } {
  const head = HEAD.exec(source);
  const body = head ? source.slice(head[0].length) : source;
  const markdown = body.replace(PROPERTIES, (lines) => lines.replaceAll('\n', '\\\n'));
  return { title: head ? titleOf(head[0], '') : '', markdown: alertsOf(markdown) };
}

function alertsOf(markdown: string): string {
  if (!markdown.includes('<aside>')) return markdown;
  const lines = markdown.split('\n');
  const tags = pairedTags(lines);
  const written: string[] = [];
  let [depth, before, isFirst] = [0, '', false];
  for (const [nth, line] of lines.entries()) {
    const tag = tags.get(nth);
    if (tag === 'opening' && depth === 0) {
      before = `${OPENING.exec(line)![1]}>`;
      isFirst = true;
      if (written.length > 0 && written.at(-1)!.trim() !== '') written.push('');
    }
    if (tag) depth += tag === 'opening' ? 1 : -1;
    if (tag === 'closing' && depth === 0) {
      while (written.at(-1) === before) written.pop();
      if (lines[nth + 1]?.trim()) written.push('');
    }
    if (tag) continue;
    if (depth === 0) written.push(line);
    else if (!isFirst) written.push(quoted(before, line));
    else if (line.trim() !== '') {
      isFirst = false;
      written.push(...firstLines(before, line.trim()));
    }
  }
  return written.join('\n');
}

/** Returns the first lines of an alert. An icon that has an alert of its own is dropped. */
function firstLines(before: string, text: string): string[] {
  const icon = ICON.exec(text);
  const alert = icon && ALERTS[icon[1]!];
  const rest = alert ? text.slice(icon[0].length) : text;
  return [`${before} [!${alert ?? 'NOTE'}]`, ...(rest ? [`${before} ${rest}`] : [])];
}

/** `before` is the indentation of the callout and a `>`. */
function quoted(before: string, line: string): string {
  const indent = before.slice(0, -1);
  const text = line.startsWith(indent) ? line.slice(indent.length) : line.trimStart();
  return text.trim() === '' ? before : `${before} ${text}`;
}

/** Returns the lines with a tag of a callout that has both tags, outside of code. */
function pairedTags(lines: string[]): Map<number, 'opening' | 'closing'> {
  const tags = new Map<number, 'opening' | 'closing'>();
  const open: number[] = [];
  let fence = '';
  for (const [nth, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence) {
      if (mark.startsWith(fence)) fence = '';
    } else if (mark) fence = mark;
    else if (OPENING.test(line)) open.push(nth);
    else if (CLOSING.test(line) && open.length > 0) tags.set(open.pop()!, 'opening').set(nth, 'closing');
  }
  return tags;
}

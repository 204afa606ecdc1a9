import { escapeText } from '#app/markdown/escape-html.ts';
import { signPictures } from '#app/services/files/foreign-picture-address.ts';
import { findNames } from '#db/queries/comments.ts';

/** Maximum number of people named on one page. Further mentions keep their written name. */
const MENTIONS_MAX = 200;

// Brackets of a name are escaped (`mentionOf`). The bound, above any name or address, keeps a text of many beginnings
// linear.
const wholeInMarkdown = /\[(@(?:\\.|[^\\[\]\n]){0,320})\]\(\/people\/(c[a-z0-9]{23,31})\)/g;
const inMarkdown = /\]\(\/people\/(c[a-z0-9]{23,31})\)/g;
// Matches only the renderer's markup, where quotes in attributes and `<` in text are escaped.
const inHtml = /<a href="\/people\/(c[a-z0-9]{23,31})"[^<>]*>(.*?)<\/a>/gs;

/** Returns the ids of the people that a Markdown text mentions: `[@Name](/people/<id>)`. */
export function mentionedIn(markdown: string): string[] {
  if (!markdown.includes('](/people/')) return [];
  const ids = new Set([...markdown.matchAll(inMarkdown)].map(([, id]) => id!));
  return [...ids].slice(0, MENTIONS_MAX);
}

/** Returns the ids of the people that a rendered text mentions. */
export const mentionedInHtml = (html: string): string[] =>
  [...new Set([...html.matchAll(inHtml)].map(([, id]) => id!))].slice(0, MENTIONS_MAX);

/** Replaces each mention by the person's current name. Mentions of people without a name or account stay as written. */
export async function nameMentions(htmls: string[]): Promise<string[]> {
  const ids = new Set(htmls.flatMap((html) => [...html.matchAll(inHtml)].map(([, id]) => id!)).slice(0, MENTIONS_MAX));
  if (ids.size === 0) return htmls;
  const rows = await findNames({ ids: JSON.stringify([...ids]) });
  const names = new Map(rows.map(({ id, displayName }) => [id, `@${escapeText(displayName)}`]));
  return htmls.map((html) =>
    html.replace(inHtml, (_, id: string, written: string) => {
      return `<a class="mention" href="/people/${id}">${names.get(id) ?? written}</a>`;
    }),
  );
}

/** Replaces each mention in Markdown by the person's current name as plain text. */
export async function plainMentions(texts: string[]): Promise<string[]> {
  const ids = new Set(texts.flatMap(mentionedIn).slice(0, MENTIONS_MAX));
  if (ids.size === 0) return texts;
  const rows = await findNames({ ids: JSON.stringify([...ids]) });
  const names = new Map(rows.map(({ id, displayName }) => [id, `@${displayName}`]));
  return texts.map((text) =>
    text.replace(wholeInMarkdown, (_, written: string, id: string) => names.get(id) ?? written),
  );
}

/** Attributes that name elements. A comment's must not collide with the document's. */
const named = / (?:id|name|aria-labelledby|aria-describedby)="[^"]*"/g;
const tag = /<[a-z][^<>]*>/g;

/** Prepares the stored HTML of comments for the page of their document. */
export async function localizeComments(htmls: string[]): Promise<string[]> {
  const signed = htmls.map((html) => signPictures(html).replace(tag, (start) => start.replace(named, '')));
  return nameMentions(signed);
}

import { signPictures } from '#app/services/files/foreign-picture-address.ts';
import { findNames } from '#db/queries/comments.ts';

/** People named in the texts of one page; more mentions stay as they were written. */
const MENTIONS_MAX = 200;

const inMarkdown = /\]\(\/people\/(c[a-z0-9]{23,31})\)/g;
// Matches markup of the renderer only: quotes in attributes and `<` in text are escaped.
const inHtml = /<a href="\/people\/(c[a-z0-9]{23,31})"[^<>]*>(.*?)<\/a>/gs;

/** Returns the ids of the people that a Markdown text mentions: `[@Name](/people/<id>)`. */
export function mentionedIn(markdown: string): string[] {
  if (!markdown.includes('](/people/')) return [];
  const ids = new Set([...markdown.matchAll(inMarkdown)].map(([, id]) => id!));
  return [...ids].slice(0, MENTIONS_MAX);
}

/** Shows each mention by the person's current name; those without one, or whose account is gone, as it was written. */
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

/** Attributes that name elements: those of a comment must not be mistaken for the document's. */
const named = / (?:id|name|aria-labelledby|aria-describedby)="[^"]*"/g;
const tag = /<[a-z][^<>]*>/g;

/** Makes the stored HTML of comments fit to stand on the page of their document. */
export async function localizeComments(htmls: string[]): Promise<string[]> {
  const signed = htmls.map((html) => signPictures(html).replace(tag, (start) => start.replace(named, '')));
  return nameMentions(signed);
}

const escapeText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

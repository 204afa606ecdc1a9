import { escapeText } from '#app/markdown/escape-html.ts';
import { MENTION_TAG, MENTIONS_MAX } from '#app/services/comments/mentioned-in-html.ts';
import { signPictures } from '#app/services/files/foreign-picture-address.ts';
import { findNames } from '#db/queries/comments.ts';

// Brackets of a name are escaped (`mentionOf`). The bound, above any name or address, keeps a text of many beginnings
// linear.
const inMarkdown = /\[(@(?:\\.|[^\\[\]\n]){0,320})\]\(\/people\/(c[a-z0-9]{23,31})\)/g;
const inHtml = new RegExp(`${MENTION_TAG}(.*?)</a>`, 'gs');

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
  const found = texts.flatMap((text) => (text.includes('](/people/') ? [...text.matchAll(inMarkdown)] : []));
  const ids = new Set(found.map(([, , id]) => id!).slice(0, MENTIONS_MAX));
  if (ids.size === 0) return texts;
  const rows = await findNames({ ids: JSON.stringify([...ids]) });
  const names = new Map(rows.map(({ id, displayName }) => [id, `@${displayName}`]));
  return texts.map((text) => text.replace(inMarkdown, (_, written: string, id: string) => names.get(id) ?? written));
}

/** Attributes that name elements. A comment's must not collide with the document's. */
const named = / (?:id|name|aria-labelledby|aria-describedby)="[^"]*"/g;
const tag = /<[a-z][^<>]*>/g;

/** Prepares the stored HTML of comments for the page of their document. */
export async function localizeComments(htmls: string[]): Promise<string[]> {
  const signed = htmls.map((html) => signPictures(html).replace(tag, (start) => start.replace(named, '')));
  return nameMentions(signed);
}

/** Maximum number of people named in one text. Further mentions keep their written name. */
export const MENTIONS_MAX = 200;

/**
 * Pattern of the start tag of a mention in the renderer's markup, where quotes in attributes and `<` in text are
 * escaped: a link to a person whose text begins with `@`, also within emphasis. `class` is that of `nameMentions`.
 */
export const MENTION_TAG = String.raw`<a (?:class="mention" )?href="/people/(c[a-z0-9]{23,31})"(?: [a-z-]+="[^"]*")*>(?=(?:<(?!/?a\b)[^<>]*>){0,8}@)`;

const startTag = new RegExp(MENTION_TAG, 'g');

/** Returns the ids of the people that a rendered text mentions. Call in a thread for the text of a document. */
export function mentionedInHtml(html: string): string[] {
  const ids = new Set<string>();
  for (const [, id] of html.matchAll(startTag)) {
    ids.add(id!);
    if (ids.size === MENTIONS_MAX) break;
  }
  return [...ids];
}

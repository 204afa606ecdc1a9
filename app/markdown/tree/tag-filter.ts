/** Tags that would swallow or run the following content. GFM shows them as text (Disallowed Raw HTML). */
const DISALLOWED = /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[\s/>]|$))/gi;

/** Escapes disallowed tags in raw HTML. */
export const filterTags = (html: string): string => html.replace(DISALLOWED, '&lt;');

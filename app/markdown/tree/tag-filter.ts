/** Tags that would swallow all that follows them, or run it: GFM shows them as text (Disallowed Raw HTML). */
const DISALLOWED = /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[\s/>]|$))/gi;

/** Raw HTML whose disallowed tags are text. */
export const filterTags = (html: string): string => html.replace(DISALLOWED, '&lt;');

/** Escapes a title or name for the label of a Markdown link. */
export const linkLabel = (text: string): string => text.replace(/[\\[\]]/g, '\\$&');

/** Replaces line breaks with a space, as a title is one line. */
export const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

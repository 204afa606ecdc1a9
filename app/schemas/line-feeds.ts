/** Normalizes CRLF, which browsers post and clipboards hold, to LF. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

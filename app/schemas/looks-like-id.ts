/** What the schema of ids lets through, for pages that load no zod. */
export const looksLikeId = (text: string): boolean => /^[cC][0-9a-z]{6,}$/.test(text);

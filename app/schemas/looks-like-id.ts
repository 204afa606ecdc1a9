/** Mirrors the id schema, for pages that do not load zod. */
export const looksLikeId = (text: string): boolean => /^[cC][0-9a-z]{6,}$/.test(text);

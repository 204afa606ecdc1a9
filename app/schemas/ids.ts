/** What zod's `cuid()` accepts (contract §6), for pages that carry no zod. */
export const isId = (text: string) => /^[cC][0-9a-z]{6,}$/.test(text);

/** Returns whether a Markdown text mentions a person: `[@Name](/people/<id>)`. */
export const mentions = (markdown: string, userId: string): boolean => markdown.includes(`](/people/${userId})`);

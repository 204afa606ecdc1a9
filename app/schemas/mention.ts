/** Returns whether the HTML of a comment mentions a person, as `nameMentions` writes it. */
export const mentions = (html: string, userId: string): boolean =>
  html.includes(`<a class="mention" href="/people/${userId}">`);

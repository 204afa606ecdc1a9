import { renderAsSource } from '#app/markdown/render-markdown.ts';
import { renderText } from '#app/services/documents/render-text.ts';

/** A page holds all comments of its document, and 10,000 characters of formulas are 730,000 of HTML. */
const HTML_MAX = 128 * 1024;

/** Renders a comment; one whose HTML would burden its page is shown as source. */
export async function renderComment(person: string, body: string): Promise<string> {
  const { html } = await renderText(person, body);
  return html.length > HTML_MAX ? renderAsSource(body).html : html;
}

import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import type { Language } from '#app/i18n/language.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';

/** The installation's terms in one language: Markdown and its HTML, titles of callouts not yet localized. */
export type Terms = { version: string; content: string; html: string };

const rendered = new Map<string, string>();

/** Returns the version that accounts must accept; null for an installation without terms. */
export const termsVersion = (): string | null => config().terms?.version ?? null;

/** Returns the current terms. Throws `notFound` if there are none. */
export function getTerms(lng: Language): Terms {
  const { terms } = config();
  if (!terms) throw new AppError('notFound');
  const content = terms[lng];
  const html = rendered.get(content) ?? renderMarkdown(content).html;
  rendered.set(content, html);
  return { version: terms.version, content, html };
}

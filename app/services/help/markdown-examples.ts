import type { Language } from '#app/i18n/language.ts';
import { renderMarkdown } from '#app/markdown/render-markdown.ts';
import { ENGLISH } from '#app/services/help/examples-en.ts';
import { CHINESE } from '#app/services/help/examples-zh.ts';

export const EXAMPLE_NAMES = [
  ...['emphasis', 'headings', 'paragraphs', 'lists', 'tasks', 'links', 'documents', 'mentions', 'pictures'],
  ...['cards', 'tables', 'quotes', 'callouts', 'toggles', 'code', 'maths', 'footnotes', 'html', 'rules', 'literal'],
] as const;

export type ExampleName = (typeof EXAMPLE_NAMES)[number];
type ExampleText = { title: string; text: string; source: string | ((mention: string) => string) };
export type ExampleTexts = Record<ExampleName, ExampleText>;
/** One row of the help: a source and the HTML that Arbor renders from it. */
export type MarkdownExample = { name: ExampleName; title: string; text: string; source: string; html: string };

/** A language without texts of its own has the English ones. */
const TEXTS: Partial<Record<Language, ExampleTexts>> = { en: ENGLISH, zh: CHINESE };
const known = new Map<Language, MarkdownExample[]>();

/**
 * Returns every example with its rendered HTML, titles of callouts not yet localized. `mention` is the Markdown that
 * names a person, as `listMentionable` gives it.
 */
export function markdownExamples(lng: Language, mention: string): MarkdownExample[] {
  const usual = known.get(lng) ?? EXAMPLE_NAMES.map((name) => render(name, lng, ''));
  known.set(lng, usual);
  return usual.map((example) => (example.name === 'mentions' ? render(example.name, lng, mention) : example));
}

function render(name: ExampleName, lng: Language, mention: string): MarkdownExample {
  const { title, text, source } = (TEXTS[lng] ?? ENGLISH)[name];
  const written = typeof source === 'string' ? source : source(mention);
  return { name, title, text, source: written, html: renderMarkdown(written).html };
}

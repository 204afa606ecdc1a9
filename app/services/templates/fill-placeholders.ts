export type Placeholders = { date: string; person: string; title: string };

const PLACEHOLDER = /\{\{\s*(date|person|title)\s*\}\}/gi;
/** Markdown characters, escaped in names and titles. */
const MARKUP = /[\\`*_[\]<>~|]/g;

/** Replaces the placeholders of a Markdown text; values are plain text. */
export function fillPlaceholders(text: string, values: Placeholders): string {
  return text.replace(PLACEHOLDER, (_, name: string) =>
    values[name.toLowerCase() as keyof Placeholders].replace(MARKUP, '\\$&'),
  );
}

/** Replaces the placeholders of a title, which is plain text. */
export function fillTitle(text: string, values: Omit<Placeholders, 'title'>): string {
  return text
    .replace(PLACEHOLDER, (_, name: string) => ({ ...values, title: '' })[name.toLowerCase() as keyof Placeholders])
    .trim();
}

/** Formats the current day for a language and time zone. */
export function dateText(language: string, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(Date.now());
}

export type FormField = { name: string; value: string };

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Returns every named control of a page in order, with the value it would post. */
export function formFields(html: string): FormField[] {
  const found = html.matchAll(/<input\b([^>]*)>|<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g);
  return [...found].flatMap(([, input, textarea, text]) => {
    const attributes = input ?? textarea ?? '';
    const name = attribute(attributes, 'name');
    if (name === null) return [];
    return [{ name, value: unescapeHtml(text?.replace(/^\n/, '') ?? attribute(attributes, 'value') ?? '') }];
  });
}

/** Returns the value that a field in the page's content would post; undefined without such a field. */
export function fieldValue(html: string, name: string): string | undefined {
  const main = /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  return formFields(main).find((field) => field.name === name)?.value;
}

function attribute(attributes: string, name: string): string | null {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? null : unescapeHtml(value);
}

export function unescapeHtml(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal ? String.fromCodePoint(Number(decimal)) : (ENTITIES[name] ?? whole);
  });
}

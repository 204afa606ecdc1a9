import { hasRightToLeft } from '#app/i18n/right-to-left.ts';
import { textLanguage } from '#app/i18n/text-language.ts';
import { useLanguage } from '#app/i18n/use-texts.ts';

/** Returns the `lang` of a title or name that differs from the page's; it determines glyphs and pronunciation. */
export function foreignLanguage(text: string, page: string): string | undefined {
  const language = textLanguage(text);
  const isPages = language === page || (language === 'und' && page === 'en');
  return isPages ? undefined : language;
}

/** Returns `foreignLanguage` for the page's language. */
export function useForeignLanguage(): (text: string) => string | undefined {
  const lng = useLanguage();
  return (text) => foreignLanguage(text, lng);
}

type FilledProps<Key extends string> = {
  values: Record<Key, string>;
  children: (placeholders: Record<Key, string>) => string;
};

/**
 * Renders a localized text that contains titles and names, each marked with its language and direction. `children`
 * builds the text from placeholders for the values.
 */
export function FilledText<Key extends string>({ values, children }: FilledProps<Key>) {
  const languageOf = useForeignLanguage();
  const keys = Object.keys(values) as Key[];
  // Values in the page's language and direction are part of the text, so that it stays one text node.
  const isMarked = (key: Key) => languageOf(values[key]) !== undefined || hasRightToLeft(values[key]);
  const placeholders = Object.fromEntries(
    keys.map((key, index) => [key, isMarked(key) ? `${EDGE}${index}${EDGE}` : values[key]]),
  );
  return children(placeholders as Record<Key, string>)
    .split(EDGE)
    .map((part, index) => {
      const key = index % 2 === 1 ? keys[Number(part)] : undefined;
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in their order
      return key === undefined ? part : <Name key={index} className="" text={values[key]} />;
    });
}

/** Edge of a placeholder: a private-use character that occurs in no text of the page. */
const EDGE = '\uE000';

/**
 * Renders a title or name written by a user, marked with its language; one from right to left is isolated from the
 * words around it. Renders plain text if no mark and no class is needed.
 */
export function Name({ text, className = 'name' }: { text: string; className?: string }) {
  const lang = foreignLanguage(text, useLanguage());
  const dir = hasRightToLeft(text) ? 'auto' : undefined;
  if (!className && !lang && !dir) return text;
  return (
    <span className={className || undefined} lang={lang} dir={dir}>
      {text}
    </span>
  );
}

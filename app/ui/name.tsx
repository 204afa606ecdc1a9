import { textLanguage } from '#app/i18n/text-language.ts';
import { useLanguage } from '#app/i18n/use-texts.ts';

/** Returns the `lang` of a title or name that differs from the page's; it determines glyphs and pronunciation. */
export function foreignLanguage(text: string, page: string): string | undefined {
  const language = textLanguage(text);
  const isPages = language === page || (language === 'und' && page === 'en');
  return isPages ? undefined : language;
}

/** Renders a user-written title or name, marked with its language. */
export function Name({ text, className = 'name' }: { text: string; className?: string }) {
  const lng = useLanguage();
  return (
    <span className={className || undefined} lang={foreignLanguage(text, lng)}>
      {text}
    </span>
  );
}

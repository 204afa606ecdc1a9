import { FALLBACK_LANGUAGE, isLanguage, type Language } from '#app/i18n/language.ts';

/** Returns the language: `--lng`, else the terminal's if supported. Read before flags are parsed, as help needs it. */
export function languageOf(argv: string[], environment: NodeJS.ProcessEnv): Language {
  const flag = argv.findIndex((word) => word === '--lng' || word.startsWith('--lng='));
  const asked = flag < 0 ? undefined : (argv[flag]?.split('=')[1] ?? argv[flag + 1]);
  if (isLanguage(asked)) return asked;
  const terminal = (environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || '').slice(0, 2);
  return isLanguage(terminal) ? terminal : FALLBACK_LANGUAGE;
}

import 'i18next';
import type en from '#locales/en.json';

// Keys are checked against en.json, so that `npm run check` fails for a missing text.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

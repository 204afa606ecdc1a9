import 'i18next';
import type en from '#locales/en.json';

// Keys are checked against en.json; `npm run check` fails on a text that does not exist.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

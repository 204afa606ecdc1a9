import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { Spinner } from '#app/ui/spinner.tsx';

it.each([
  ['small', 'w-4'],
  ['medium', 'w-6'],
  ['large', 'w-8'],
] as const)('specification §9: a %s spinner is %s, and is called so', (size, width) => {
  const i18n = createInstance();
  i18n.init({ lng: 'en', initAsync: false, resources: { en: { translation: { frame: { loading: 'Loading' } } } } });
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Spinner size={size} />
    </I18nextProvider>,
  );
  expect(html).toBe(`<span class="spinner ${width}" role="status" aria-label="Loading"></span>`);
});

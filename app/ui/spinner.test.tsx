import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { translator } from '#app/i18n/translations.ts';
import { TextsProvider } from '#app/i18n/use-texts.ts';
import { Spinner } from '#app/ui/spinner.tsx';

it.each([
  ['small', 'w-4'],
  ['medium', 'w-6'],
  ['large', 'w-8'],
] as const)('specification §9: a %s spinner is %s, and is called so', (size, width) => {
  const html = renderToStaticMarkup(
    <TextsProvider value={{ language: 'en', t: translator('en') }}>
      <Spinner size={size} />
    </TextsProvider>,
  );
  expect(html).toBe(`<span class="spinner ${width}" role="status" aria-label="Loading"></span>`);
});

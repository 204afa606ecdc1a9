import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, UNSAFE_ErrorResponseImpl as ErrorResponse, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ErrorScreen } from '#app/features/errors/error-screen.tsx';
import { translator } from '#app/i18n/translations.ts';
import { TextsProvider } from '#app/i18n/use-texts.ts';

const NOTED = 'has been noted';

function screenOf(error: unknown, env: { SENTRY_DSN?: string }): string {
  const page = (
    <TextsProvider value={{ language: 'en', t: translator('en') }}>
      <ErrorScreen error={error} unsent={null} />
    </TextsProvider>
  );
  const root = { env, user: null, installationName: 'Arbor' };
  const router = createMemoryRouter([{ id: 'root', path: '/', element: page }], {
    hydrationData: { loaderData: { root } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('a fault of the server has been noted', () => {
  expect(screenOf(new Error('Unexpected Server Error'), {})).toContain(NOTED);
  expect(screenOf(new ErrorResponse(500, '', null), {})).toContain(NOTED);
});

test('a fault of the browser has been noted only with a reporting service', () => {
  const fault = new TypeError('x is undefined');
  expect(screenOf(fault, {})).not.toContain(NOTED);
  expect(screenOf(fault, {})).toContain('The fault is ours. What you had saved is safe.');
  expect(screenOf(fault, { SENTRY_DSN: 'https://key@sentry.example/1' })).toContain(NOTED);
});

import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { TimeAgo } from '#app/features/shell/time-ago.tsx';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';
import { TextsProvider } from '#app/i18n/use-texts.ts';

const NOW = Date.parse('2026-11-29T12:00:00Z');

function textOf(at: string, language: Language): string {
  const page = (
    <TextsProvider value={{ language, t: translator(language) }}>
      <TimeAgo at={at} />
    </TextsProvider>
  );
  const routes = [{ id: 'root', path: '/', element: page }];
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: { root: { now: NOW } } } });
  return renderToStaticMarkup(<RouterProvider router={router} />).replace(/<[^>]+>/g, '');
}

test.each([
  ['2026-11-29T11:59:30Z', 'just now', '刚刚'],
  ['2026-11-29T09:00:00Z', '3 hours ago', '3小时前'],
  ['2026-11-27T13:00:00Z', '1 day ago', '1天前'],
  ['2026-10-20T12:00:00Z', '1 month ago', '1个月前'],
  ['2025-01-01T00:00:00Z', '1 year ago', '1年前'],
])('the age of %s is counted, not named by the calendar', (at, english, chinese) => {
  expect([textOf(at, 'en'), textOf(at, 'zh')]).toEqual([english, chinese]);
});

import type { RouterContextProvider } from 'react-router';
import { config } from '#app/config.server.ts';
import { cookiesContext, YEAR_SECONDS } from '#app/http/request/cookies.ts';
import { THEMES, type Theme } from '#app/schemas/theme.ts';

const THEME_COOKIE = 'vite-ui-theme';
const STANDARD_THEME: Theme = 'dark';

type Context = Readonly<RouterContextProvider>;

export function getTheme(context: Context): Theme {
  const kept = context.get(cookiesContext).get(THEME_COOKIE);
  return THEMES.find((theme) => theme === kept) ?? config().defaultTheme ?? STANDARD_THEME;
}

export function chooseTheme(context: Context, theme: Theme): void {
  context.get(cookiesContext).set(THEME_COOKIE, theme, { maxAge: YEAR_SECONDS, httpOnly: false });
}

import { basePath, outward } from '#app/address/base-path.ts';
import { findChoice, keepChoice } from '#app/browser/choices.ts';
import { xsrfHeader } from '#app/browser/request.ts';
import { isLanguage } from '#app/i18n/language.ts';
import { THEMES, type Theme } from '#app/schemas/theme.ts';

const cookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.split('=')[1];

/**
 * Stores the page's language and theme according to specification §3. If the server had no choice yet, one stored in
 * this browser takes precedence; returns true if the page reloads for it.
 */
export function keepPreferences(lng: string): boolean {
  const stored = { lng: findChoice('lng'), theme: findChoice('vite-ui-theme') };
  const wantsLanguage = !cookie('i18next') && stored.lng !== lng && isLanguage(stored.lng);
  const wantsTheme = !cookie('vite-ui-theme') && THEMES.some((theme) => theme === stored.theme);
  if (wantsLanguage) setCookie('i18next', stored.lng);
  if (wantsTheme) setCookie('vite-ui-theme', stored.theme);
  // Without cookies the page would reload forever.
  const isKept = Boolean(cookie('i18next') || cookie('vite-ui-theme'));
  const isStale = wantsLanguage || (wantsTheme && stored.theme !== (document.documentElement.dataset.theme ?? 'dark'));
  if (isStale && isKept) {
    location.reload();
    return true;
  }
  keepChoice('lng', lng);
  keepChoice('i18nextLng', lng);
  keepChoice('vite-ui-theme', document.documentElement.dataset.theme ?? 'dark');
  return false;
}

export function setCookie(name: string, value: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: a page loaded right after needs it; the Cookie Store API is asynchronous
  document.cookie = `${name}=${value}; Path=${basePath() || '/'}; Max-Age=31536000; SameSite=Lax`;
}

/** While the theme is `system`, sets the root's class to the system's mode and follows its changes. */
export function followSystemTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => paintTheme(dark.matches);
  dark.addEventListener('change', apply);
  // A newly rendered page contains the choice but not the system's mode.
  new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
  apply();
}

/** Changes the class only if it differs, as each change triggers another call. */
function paintTheme(isSystemDark: boolean): void {
  const { classList } = document.documentElement;
  const theme = chosenTheme();
  const wanted = theme === 'system' ? (isSystemDark ? 'dark' : 'light') : theme;
  if (classList.contains(wanted) && classList.length === 1) return;
  classList.remove('light', 'dark');
  classList.add(wanted);
}

export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'system' ? theme : 'dark';
}

/** Applies the theme at once and stores the choice in this browser and, like the form, on the server. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  keepChoice('vite-ui-theme', theme);
  setCookie('vite-ui-theme', theme);
  void post({ theme });
}

/** Stores the choice and reloads the page in that language. */
export async function chooseLanguage(lng: string): Promise<void> {
  keepChoice('lng', lng);
  keepChoice('i18nextLng', lng);
  console.log(`Language: ${lng}`);
  await post({ lng });
  setCookie('i18next', lng);
  const url = new URL(location.href);
  url.searchParams.delete('lng');
  if (url.href === location.href) location.reload();
  else location.replace(url);
}

/** Posts like the settings forms. If the server is unreachable, the choice stays only in this browser. */
async function post(fields: Record<string, string>): Promise<void> {
  const csrf = xsrfHeader()['X-XSRF-TOKEN'] ?? '';
  const body = new URLSearchParams({ ...fields, csrf });
  try {
    await fetch(outward('/preferences'), { method: 'POST', body, redirect: 'manual' });
  } catch (error) {
    console.warn('The choice is kept in this browser only:', error);
  }
}

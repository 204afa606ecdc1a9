const LANGUAGES = ['en', 'zh'];
const THEMES = ['light', 'dark', 'system'];

const cookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.split('=')[1];

/**
 * Keeps the page's language and theme where specification §3 says. Where the server knew no choice yet, one stored
 * earlier in this browser wins: returns true when the page is being loaded again for it.
 */
export function keepPreferences(lng: string): boolean {
  const stored = { lng: localStorage.getItem('lng'), theme: localStorage.getItem('vite-ui-theme') };
  const wantsLanguage = !cookie('i18next') && stored.lng !== lng && LANGUAGES.includes(stored.lng ?? '');
  const wantsTheme = !cookie('vite-ui-theme') && THEMES.includes(stored.theme ?? '');
  if (wantsLanguage) document.cookie = `i18next=${stored.lng}; Path=/; Max-Age=31536000; SameSite=Lax`;
  if (wantsTheme) document.cookie = `vite-ui-theme=${stored.theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
  // A browser that refuses cookies would be sent round for ever.
  const isKept = Boolean(cookie('i18next') || cookie('vite-ui-theme'));
  const isStale = wantsLanguage || (wantsTheme && stored.theme !== (document.documentElement.dataset.theme ?? 'dark'));
  if (isStale && isKept) {
    location.reload();
    return true;
  }
  localStorage.setItem('lng', lng);
  localStorage.setItem('i18nextLng', lng);
  localStorage.setItem('vite-ui-theme', document.documentElement.dataset.theme ?? 'dark');
  return false;
}

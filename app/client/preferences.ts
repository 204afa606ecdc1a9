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
  if (wantsLanguage) setCookie('i18next', stored.lng);
  if (wantsTheme) setCookie('vite-ui-theme', stored.theme);
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

function setCookie(name: string, value: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the page loads again right after; the Cookie Store API is asynchronous
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
}

/** While the theme is `system`, the root has the class of the system's mode and follows it. */
export function followSystemTheme(): void {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    if (root.dataset.theme !== 'system') return;
    root.classList.toggle('dark', dark.matches);
    root.classList.toggle('light', !dark.matches);
  };
  dark.addEventListener('change', apply);
  apply();
}

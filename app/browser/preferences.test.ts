import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseTheme, keepPreferences } from '#app/browser/preferences.ts';

const page = { cookie: '', documentElement: { dataset: {} as Record<string, string> } };
const posted: string[] = [];

beforeEach(() => {
  page.cookie = '';
  posted.length = 0;
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async (path: string, { body }: { body: URLSearchParams }) => {
    posted.push(`${path} ${body.get('theme')}`);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refuse = () => {
  throw new DOMException('full', 'QuotaExceededError');
};

test.each([
  ['full', { getItem: () => null, setItem: refuse }],
  ['refused', { getItem: refuse, setItem: refuse }],
])('storage that is %s stops neither the page nor a chosen theme', (_, storage) => {
  vi.stubGlobal('localStorage', storage);
  expect(keepPreferences('en')).toBe(false);
  chooseTheme('light');
  expect(page.cookie).toContain('vite-ui-theme=light');
  expect(posted).toEqual(['/preferences light']);
});

import { expect, it } from 'vitest';
import { browserTexts } from '#app/i18n/browser/browser-texts.ts';
import { LANGUAGES } from '#app/i18n/language.ts';
import { resources, translations } from '#app/i18n/translations.ts';

type Key = 'form.save';
type Tree = { [key: string]: string | Tree };

const keysOf = (tree: Tree, path = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : keysOf(value, `${path}${key}.`),
  );

const baseOf = (key: string) => key.replace(/_(?:zero|one|two|few|many|other)$/, '');

/** Returns a value for each placeholder of some texts. */
function valuesFor(texts: string[]): Record<string, string> {
  const names = texts.flatMap((text) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name!));
  return Object.fromEntries(names.map((name) => [name, `<${name}>`]));
}

it.each(LANGUAGES)('every text in %s reads as in i18next, for every count', (lng) => {
  const { t: expected } = translations(lng);
  const t = browserTexts(lng, resources[lng].translation);
  const forms = Map.groupBy(keysOf(resources[lng].translation as Tree), baseOf);
  expect(forms.size).toBeGreaterThan(1000);
  for (const [base, keys] of forms) {
    const values = valuesFor(keys.map((key) => expected(key as Key, { skipInterpolation: true })));
    for (const count of [0, 1, 2, 1.5, 1234, '7']) {
      const given = { ...values, count };
      expect(t(base as Key, given), `${base} ${count}`).toBe(expected(base as Key, given));
    }
  }
});

it('a text without a translation is its default, else what the fallback knows, else its key', () => {
  const t = browserTexts('zh', { frame: { home: '首页' } }, (key) => (key === 'frame.new' ? 'New' : undefined));
  expect(t('frame.home' as Key)).toBe('首页');
  expect(t('frame.new' as Key)).toBe('New');
  expect(t('frame.new' as Key, { defaultValue: 'Default' })).toBe('Default');
  expect(t('frame.absent' as Key)).toBe('frame.absent');
  expect(t('frame' as Key)).toBe('frame');
});

import { expect, test } from 'vitest';
import { foreignLanguage } from '#app/ui/name.tsx';

test('a title is marked where its language differs from the page', () => {
  expect(foreignLanguage('苗床', 'en')).toBe('zh');
  expect(foreignLanguage('苗床', 'zh')).toBeUndefined();
  expect(foreignLanguage('Beds', 'en')).toBeUndefined();
  expect(foreignLanguage('Beds', 'zh')).toBe('und');
  expect(foreignLanguage('ひらがなと漢字', 'en')).toBe('ja');
  expect(foreignLanguage('42', 'en')).toBeUndefined();
});

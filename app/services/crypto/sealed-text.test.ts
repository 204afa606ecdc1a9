import { expect, test } from 'vitest';
import { openText, sealText } from '#app/services/crypto/sealed-text.ts';

test('a sealed text opens for its purpose and owner only, and not once it was changed', () => {
  const sealed = sealText('secret', 'olga', 'Apfelbäume 苹果');
  expect(sealed).not.toContain('Apfel');
  expect(sealText('secret', 'olga', 'Apfelbäume 苹果')).not.toBe(sealed);
  expect(openText('secret', 'olga', sealed)).toBe('Apfelbäume 苹果');
  expect(openText('other', 'olga', sealed)).toBeNull();
  expect(openText('secret', 'sven', sealed)).toBeNull();
  expect(openText('secret', 'olga', `${sealed.slice(0, -2)}AA`)).toBeNull();
  expect(openText('secret', 'olga', '')).toBeNull();
});

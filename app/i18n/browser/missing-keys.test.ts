import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { developmentOptions } from '#app/i18n/browser/missing-keys.ts';

it('specification §7: a key without translation is reported with its language and namespace', async () => {
  const reports: string[][] = [];
  const i18n = createInstance();
  const options = await developmentOptions('en', { frame: { home: 'Home' } }, (...report) => reports.push(report));
  await i18n.init({ lng: 'en', ...options });
  expect(i18n.t('frame.home' as 'form.save')).toBe('Home');
  expect(reports).toEqual([]);
  i18n.t('frame.absent' as 'form.save');
  expect(reports).toEqual([['en', 'translation', 'frame.absent']]);
});

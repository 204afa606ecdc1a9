import { expect, it } from 'vitest';
import { browserTexts } from '#app/i18n/browser/browser-texts.ts';
import { developmentFallback } from '#app/i18n/browser/missing-keys.ts';

it('specification §7: a key without translation is reported with its language and namespace', async () => {
  const reports: string[][] = [];
  const texts = { frame: { home: 'Home' } };
  const fallback = await developmentFallback('en', texts, (...report) => reports.push(report));
  const t = browserTexts('en', texts, fallback);
  expect(t('frame.home' as 'form.save')).toBe('Home');
  expect(reports).toEqual([]);
  expect(t('frame.absent' as 'form.save')).toBe('frame.absent');
  expect(reports).toEqual([['en', 'translation', 'frame.absent']]);
});

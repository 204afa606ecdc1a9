import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#app/i18n/language.ts';
import { previewMails } from '#app/services/mail/preview-mails.ts';

test.each(LANGUAGES)('every mail is shown whole in %s: no key, no placeholder', (lng) => {
  for (const [name, { subject, text, html }] of Object.entries(previewMails(lng))) {
    expect(`${subject} ${text} ${html}`, name).not.toMatch(/\bmail\.\w+\.\w+|\{\{/);
    expect(text.length, name).toBeGreaterThan(20);
  }
});

test('a kind of mail that is added is previewed too', () => {
  const files = readdirSync(join(import.meta.dirname, '../../emails')).filter((name) => name.endsWith('-mail.ts'));
  const shown = Object.keys(previewMails('en')).map((name) =>
    name
      .replace(/^code-.*/, 'code')
      .replace('share-invitation', 'share')
      .replace('handover-given', 'handover'),
  );
  expect([...new Set(shown)].sort()).toEqual(files.map((name) => name.replace('-mail.ts', '')).sort());
});

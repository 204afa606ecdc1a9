import { expect, test } from 'vitest';
import { LANGUAGES } from '#app/i18n/language.ts';
import { previewMails } from '#app/services/mail/preview-mails.ts';

test.each(LANGUAGES)('mails without a code speak of none (%s)', (lng) => {
  const mails = Object.entries(previewMails(lng));
  // A second factor is about codes.
  const others = mails.filter(([name, { code }]) => !code && name !== 'second-factor');
  expect(others.filter(([, { text }]) => /\bcode\b|验证码/.test(text)).map(([name]) => name)).toEqual([]);
});

test('the mail to an address that was replaced leads nowhere: it has no account any more', () => {
  expect(previewMails('en')['email-changed']!.html).not.toContain('href');
});

test('Chinese mails have Chinese punctuation around names, counts and addresses', () => {
  const { text } = previewMails('zh').news!;
  expect(text).toContain('评论了「Orchard House」（2 次）\n\nAda Lindqvist：Shall we plant pears?');
  expect(text).toContain('取消关注「Orchard House」：https://notes.example.com/unwatch/x');
  expect(previewMails('en').news!.text).toContain('“Orchard House” (2 times)\n\nAda Lindqvist: Shall we plant pears?');
});

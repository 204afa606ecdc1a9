import { expect, test } from 'vitest';
import { newsMail } from '#app/emails/news-mail.ts';
import { shareMail } from '#app/emails/share-mail.ts';
import en from '#locales/en.json' with { type: 'json' };

const [NAME, TITLE, WORDS] = ['ليلى (٢٠٢٤)', 'الجزر (3)', 'هل نزرع المزيد؟'];
const apart = (text: string) => `\u2068${text}\u2069`;

test('names and titles from right to left are set apart from the words of a mail', () => {
  const documentUrl = 'https://notes.example/doc/1';
  const mail = shareMail('a@example.com', 'en', { from: NAME, title: TITLE, permission: 'READ', documentUrl });
  expect(mail.subject).toBe(`${apart(NAME)} shared “${apart(TITLE)}” with you`);
  expect(mail.html).toContain(`<p dir="auto" style="margin:0 0 16px;white-space:pre-line">${apart(NAME)} shared`);
  const plain = shareMail('a@example.com', 'en', { from: 'Ada', title: 'Beds', permission: 'READ', documentUrl });
  expect(plain.subject).toBe('Ada shared “Beds” with you');
  expect(plain.html).not.toContain('dir=');
});

test('a comment from right to left decides the direction of its own paragraph', () => {
  const item = { kind: 'comment' as const, title: 'Beds', name: NAME, acts: 1, url: 'https://notes.example/doc/1' };
  const rest = {
    isDaily: false,
    settingsUrl: 'https://notes.example/settings',
    unsubscribeUrl: 'https://notes.example/u',
  };
  const comments = [{ name: NAME, text: WORDS }];
  const mail = newsMail('a@example.com', 'en', { items: [{ ...item, comments }], ...rest });
  expect(mail.text).toContain(`${apart(NAME)} commented on “Beds”`);
  expect(mail.html).toContain(`${apart(NAME)}: ${WORDS}</p>`);
});

test('no English text has an article before a name, which would have to fit it', () => {
  expect(JSON.stringify(en).match(/\ban? \{\{(installation|name|title|from|provider|group)\}\}/gi)).toBeNull();
});

import type { Mail } from '#app/adapters/mailer.ts';
import { accessRequestMail } from '#app/emails/access-request-mail.ts';
import { accountClosedMail } from '#app/emails/account-closed-mail.ts';
import { accountDeletedMail } from '#app/emails/account-deleted-mail.ts';
import { accountExistsMail } from '#app/emails/account-exists-mail.ts';
import { codeMail } from '#app/emails/code-mail.ts';
import { emailChangedMail } from '#app/emails/email-changed-mail.ts';
import { handoverMail } from '#app/emails/handover-mail.ts';
import { invitationMail } from '#app/emails/invitation-mail.ts';
import { newsMail } from '#app/emails/news-mail.ts';
import { notInvitedMail } from '#app/emails/not-invited-mail.ts';
import { passwordChangedMail } from '#app/emails/password-changed-mail.ts';
import { providerLinkedMail } from '#app/emails/provider-linked-mail.ts';
import { secondFactorMail } from '#app/emails/second-factor-mail.ts';
import { shareMail } from '#app/emails/share-mail.ts';
import { takeoutMail } from '#app/emails/takeout-mail.ts';
import { testMail } from '#app/emails/test-mail.ts';
import type { Language } from '#app/i18n/language.ts';

const TO = 'ben@example.com';
const ORIGIN = 'https://notes.example.com';
const FROM = 'Ada Lindqvist';
const TITLE = 'Orchard House';
const documentUrl = `${ORIGIN}/doc/c00000000000000000000000`;

/** Returns every kind of mail with example values, by name. Sends nothing. */
export function previewMails(lng: Language): Record<string, Mail> {
  const request = { from: FROM, email: 'ada@example.com', title: TITLE, message: 'May I read it?' };
  const share = { from: FROM, title: TITLE, documentUrl };
  const takeout = { title: TITLE, count: 3, until: new Date('2026-12-31'), url: `${ORIGIN}/takeouts/c0` };
  return {
    'code-register': codeMail(TO, lng, { type: 'register', code: 'K7QM2X' }),
    'code-reset-password': codeMail(TO, lng, { type: 'reset-password', code: 'K7QM2X', linkUrl: `${ORIGIN}/verify` }),
    'code-2fa': codeMail(TO, lng, { type: '2fa', code: 'K7QM2X' }),
    'account-deleted': accountDeletedMail(TO, lng, new Date('2026-12-31')),
    'account-closed': accountClosedMail(TO, lng, 'deleted'),
    'account-exists': accountExistsMail(TO, lng, ORIGIN),
    'not-invited': notInvitedMail(TO, lng, {}),
    invitation: invitationMail(TO, lng, { from: FROM, origin: ORIGIN }),
    'email-changed': emailChangedMail(TO, lng, 'ben@example.org'),
    'password-changed': passwordChangedMail(TO, lng, ORIGIN),
    'provider-linked': providerLinkedMail(TO, lng, 'GitHub', ORIGIN),
    'second-factor': secondFactorMail(TO, lng, 'authenticatorOn', ORIGIN),
    share: shareMail(TO, lng, { ...share, permission: 'EDIT' }),
    'share-invitation': shareMail(TO, lng, {
      ...share,
      permission: 'READ',
      signUpUrl: `${ORIGIN}/register`,
      unsubscribeUrl: `${ORIGIN}/unsubscribe/x`,
    }),
    news: newsMail(TO, lng, {
      items: [
        {
          kind: 'comment',
          title: TITLE,
          name: FROM,
          acts: 2,
          url: documentUrl,
          unwatchUrl: `${ORIGIN}/unwatch/x`,
          comments: [{ name: FROM, text: 'Shall we plant pears?' }],
        },
      ],
      isDaily: false,
      settingsUrl: `${ORIGIN}/settings`,
      unsubscribeUrl: `${ORIGIN}/unsubscribe/x`,
    }),
    'access-request': accessRequestMail(TO, lng, { ...request, shareUrl: `${documentUrl}/share` }),
    handover: handoverMail(TO, lng, { title: TITLE, count: 3, documentUrl }),
    'handover-given': handoverMail(TO, lng, { title: TITLE, count: 3, documentUrl, from: FROM }),
    test: testMail(TO, lng, ORIGIN),
    takeout: takeoutMail(TO, lng, { ...takeout, cause: 'unshared' }),
  };
}

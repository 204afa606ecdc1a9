import type { Mail } from '#app/adapters/mailer.ts';
import { codeMail } from '#app/emails/code-mail.ts';
import type { Language } from '#app/i18n/language.ts';
import type { MailedCodeType } from '#app/schemas/accounts.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import type { IssuedCode } from '#app/services/sign-in/verification-codes.ts';

/** Types bound to one browser. Their mail has a link for use in other browsers. */
const LINKED_TYPES: MailedCodeType[] = ['reset-password', 'change-email'];

/** Writes the mail of a code, with its one-time link, if any. */
export function writeCodeMail(email: string, lng: Language, type: MailedCodeType, { code, link }: IssuedCode): Mail {
  if (!LINKED_TYPES.includes(type)) return codeMail(email, lng, { type, code });
  const query = new URLSearchParams({ type, email, link });
  return codeMail(email, lng, { type, code, linkUrl: `${mailOrigin()}/verify?${query}` });
}

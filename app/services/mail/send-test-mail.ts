import { join } from 'node:path';
import { sendMail } from '#app/adapters/mailer.ts';
import { config } from '#app/config.server.ts';
import { testMail } from '#app/emails/test-mail.ts';
import type { Language } from '#app/i18n/language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';

/** `place`: host and port of the mail server, or the folder of the outbox. */
export type TestMail = { to: string; via: 'smtp' | 'outbox'; place: string };
/** The likely cause of a failure: a variable, or a recipient that the server refuses. */
export type TestMailCulprit = 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'recipient';

export class TestMailError extends Error {
  override name = 'TestMailError';
  readonly culprit: TestMailCulprit;

  constructor(culprit: TestMailCulprit, cause: Error) {
    super(cause.message, { cause });
    this.culprit = culprit;
  }
}

/** Sends one mail at once, without the queue. Throws TestMailError. */
export async function sendTestMail(to: string, lng: Language): Promise<TestMail> {
  const { smtpUrl, dataDir } = config();
  const sent: TestMail = smtpUrl
    ? { to, via: 'smtp', place: new URL(smtpUrl).host }
    : { to, via: 'outbox', place: join(dataDir, 'outbox') };
  try {
    await sendMail(testMail(to, lng, mailOrigin()));
  } catch (error) {
    throw new TestMailError(culpritOf(error, sent), error as Error);
  }
  return sent;
}

function culpritOf(error: unknown, { via }: TestMail): TestMailCulprit {
  if (via === 'outbox') return 'DATA_DIR';
  const { command } = error as { command?: string };
  if (command === 'MAIL FROM') return 'MAIL_FROM';
  return command === 'RCPT TO' ? 'recipient' : 'SMTP_URL';
}

import { email as emailSchema } from '#app/schemas/accounts.ts';
import { sendTestMail, TestMailError } from '#app/services/mail/send-test-mail.ts';
import { languageOf } from '#cli/language.ts';
import { checked } from '#cli/output/new-password.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { requireConfigured, terminal } from '#cli/with-services.ts';

/** Works without the database, so that mail can be tested while it is down. */
export async function mailTestCommand(address: string, { format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const to = checked(emailSchema, 'email', address);
  requireConfigured();
  try {
    const { via, place } = await sendTestMail(to, languageOf(process.argv, process.env));
    if (format !== 'table') printRows([{ to, via, place }], format);
    say(t(`cli.mail.sent.${via}`, { to, place }));
  } catch (error) {
    if (!(error instanceof TestMailError)) throw error;
    const { culprit, message: reason } = error;
    const text =
      culprit === 'recipient'
        ? t('cli.mail.refused', { to, reason })
        : t('cli.mail.failed', { variable: culprit, reason });
    throw new Error(text, { cause: error });
  }
}

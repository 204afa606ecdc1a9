import { secondFactorMail } from '#app/emails/second-factor-mail.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { requireFactorBeside } from '#app/services/sign-in/second-factor-rule.ts';
import { inTransaction } from '#db/connection.ts';
import { switchMailFactor } from '#db/queries/grants.ts';

/**
 * Switches the mailed sign-in code on or off and mails the owner. Idempotent. Throws `permissionDenied` for the only
 * factor of an account that must have one.
 */
export async function setMailFactor(actor: Actor, enabled: boolean): Promise<void> {
  const now = Date.now();
  await inTransaction(async () => {
    if (!enabled) await requireFactorBeside('mail', actor);
    const changed = await switchMailFactor({ me: actor.id, since: enabled ? now : null, now });
    if (changed === 0) return;
    const action = enabled ? 'account.mail-factor-on' : 'account.mail-factor-off';
    await recordEvent(actor.id, { action, subject: actor.id });
    await queueMail(secondFactorMail(actor.email, mailLanguage(actor), enabled ? 'mailOn' : 'mailOff', mailOrigin()));
  });
}

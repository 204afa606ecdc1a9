import { testMail } from '#app/emails/test-mail.ts';
import type { Actor } from '#app/services/actor.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { inTransaction, models } from '#db/connection.ts';
import { findMailRefusal } from '#db/queries/mail-refusals.ts';

/** `reply` is the mail server's answer. */
export type MailRefusal = { email: string; reply: string; refusedAt: string };

/** Returns the refusal of the actor's address, during which notification mails pause; else null. */
export async function findOwnMailRefusal({ id }: Pick<Actor, 'id'>): Promise<MailRefusal | null> {
  const [row] = await findMailRefusal({ me: id });
  return row ? { ...row, refusedAt: new Date(Number(row.refusedAt)).toISOString() } : null;
}

/** Ends the pause and sends one mail to the address, which arrives or is refused again. Nothing without a refusal. */
export async function retryMails(actor: Actor): Promise<void> {
  await inTransaction(async () => {
    const ended = await (await models()).MailRefusal.destroy({ where: { userId: actor.id } });
    if (ended > 0) await queueMail(testMail(actor.email, mailLanguage(actor), mailOrigin()));
  });
}

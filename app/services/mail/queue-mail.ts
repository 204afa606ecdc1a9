import type { Mail } from '#app/adapters/mailer.ts';
import { sealText } from '#app/services/crypto/sealed-text.ts';
import { DAY_MS } from '#app/services/day.ts';
import { deliverSoon } from '#app/services/mail/deliver-mails.ts';
import { newId } from '#app/services/new-id.ts';
import { afterCommit, inTransaction, models } from '#db/connection.ts';

const KEPT_MS = DAY_MS;
/** A code is valid for ten minutes; a later delivery is useless. */
const KEPT_WITH_CODE_MS = 10 * 60 * 1000;

/**
 * Queues a mail in the current transaction, or in its own. It is sent after the response and retried for a day. `null`
 * writes a dummy row: if a response must not reveal whether an account exists, both cases run the same statements.
 */
export async function queueMail(mail: Mail | null): Promise<void> {
  const now = Date.now();
  const id = newId();
  const row = {
    id,
    sealed: mail && sealText('mail', id, JSON.stringify(mail)),
    nextAttemptAt: now,
    createdAt: now,
    expiresAt: now + (mail?.code ? KEPT_WITH_CODE_MS : KEPT_MS),
  };
  await inTransaction(async () => (await models()).Mail.create(row));
  afterCommit(deliverSoon);
}

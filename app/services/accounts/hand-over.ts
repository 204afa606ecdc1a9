import { handoverMail } from '#app/emails/handover-mail.ts';
import type { Language } from '#app/i18n/language.ts';
import { type Handover, planHandover } from '#app/services/accounts/plan-handover.ts';
import { type CopiedFiles, keepInherited, transferBranch } from '#app/services/accounts/transfer-branch.ts';
import { mailLanguage } from '#app/services/mail/mail-language.ts';
import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import { queueMail } from '#app/services/mail/queue-mail.ts';
import { execute, select } from '#db/connection.ts';
import { listed } from '#db/query.ts';

/**
 * Transfers branches of an account to the people who edit them. Call in the transaction of `withCopiedFiles` that
 * deletes the rest, before that.
 */
export async function handOver(ownerId: string, copied: CopiedFiles): Promise<void> {
  const handovers = await planHandover(ownerId);
  // Runs before any branch is transferred, as its share entries may grant access to another.
  for (const handover of handovers) await keepInherited(handover);
  for (const handover of handovers) {
    await transferBranch(handover, copied);
    await unpublish(handover);
    await tell(handover);
  }
}

/** Removes the public links: the owner who published the branch is gone, and the heir decides again. */
async function unpublish({ documentIds }: Handover): Promise<void> {
  const ids = JSON.stringify(documentIds);
  await execute(`DELETE FROM public_links WHERE document_id IN (${listed('ids')})`, { ids });
}

async function tell({ topId, heirId, documentIds }: Handover): Promise<void> {
  const [heir] = await select<{ email: string; lng: Language | null; title: string }>(
    `SELECT users.email, users.lng, documents.title FROM users JOIN documents ON documents.owner_id = users.id
     WHERE users.id = $heirId AND documents.id = $topId`,
    { heirId, topId },
  );
  if (!heir) return;
  const content = { title: heir.title, count: documentIds.length, documentUrl: `${mailOrigin()}/doc/${topId}` };
  await queueMail(handoverMail(heir.email, mailLanguage(heir), content));
}

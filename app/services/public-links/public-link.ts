import { AppError } from '#app/errors.ts';
import type { LinkSettings } from '#app/schemas/links.ts';
import type { DocumentAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { openText, sealText } from '#app/services/crypto/sealed-text.ts';
import { hashToken, randomToken } from '#app/services/crypto/secrets.ts';
import { viewsCounted } from '#app/services/public-links/count-views.ts';
import { endOf, endOfDay, lastDayOf, linkRule } from '#app/services/public-links/link-rule.ts';
import { requireShareAccess } from '#app/services/shares/share-entry.ts';
import { inTransaction, lockTree, models } from '#db/connection.ts';

/** A document's read-only link, for its owner. */
export type PublicLink = {
  /** `/s/…`; null if it was sealed with another secret. Such a link can only be revoked. */
  path: string | null;
  withChildren: boolean;
  /** Last valid day, `YYYY-MM-DD` (UTC), under the rule of this installation. */
  expiresAt: string | null;
  isExpired: boolean;
  views: number;
  createdAt: string;
};

const PURPOSE = 'public link';

/** Returns the link of a document to its owner. Throws `documentNotFound`, `documentAccessDenied`. */
export async function findPublicLink(actor: Actor, document: string | DocumentAccess): Promise<PublicLink | null> {
  const { id: documentId } = await requireShareAccess(actor, document, 'link');
  await viewsCounted();
  const row = await (await models()).PublicLink.findByPk(documentId);
  if (!row) return null;
  const token = openText(PURPOSE, documentId, row.sealed);
  const end = endOf(row);
  return {
    path: token && `/s/${token}`,
    withChildren: Boolean(row.withChildren),
    expiresAt: end === null ? null : lastDayOf(end),
    isExpired: end !== null && end <= Date.now(),
    views: Number(row.views),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

/**
 * Creates the link of a document; an existing one keeps its address and views and gets the new settings. Without a last
 * day it gets the latest one allowed. Throws `documentNotFound`, `documentAccessDenied`, `permissionDenied` if links are
 * off, `validationFailed` for a later day.
 */
export async function createPublicLink(actor: Actor, documentId: string, settings: LinkSettings): Promise<void> {
  await inTransaction(async () => {
    await requireShareAccess(actor, documentId, 'link');
    await lockTree(actor.id);
    const known = await (await models()).PublicLink.findByPk(documentId);
    const lastDay = requireAllowedDay(settings.expiresAt, known?.createdAt);
    const token = (known && openText(PURPOSE, documentId, known.sealed)) ?? randomToken();
    const values = {
      tokenHash: hashToken(token),
      sealed: sealText(PURPOSE, documentId, token),
      withChildren: settings.withChildren ? 1 : 0,
      expiresAt: lastDay === null ? null : endOfDay(lastDay),
    };
    if (known) await known.update(values);
    else await (await models()).PublicLink.create({ ...values, documentId, createdAt: Date.now() });
    const detail = { withChildren: settings.withChildren, expiresAt: lastDay };
    await recordEvent(actor.id, { action: 'link.set', subject: documentId, detail });
  });
}

/** Returns the last day of a link made at `createdAt`, by default now; null: none. */
function requireAllowedDay(asked: string | undefined, createdAt?: number): string | null {
  const { isOff, latestDay } = linkRule(createdAt);
  if (isOff) throw new AppError('permissionDenied', { fields: { '': [{ key: 'link.off' }] } });
  if (latestDay === null) return asked ?? null;
  const lastDay = asked ?? latestDay;
  if (lastDay > latestDay || endOfDay(lastDay) <= Date.now()) {
    const text = { key: 'link.tooLate', values: { date: latestDay } };
    throw new AppError('validationFailed', { fields: { expiresAt: [text] } });
  }
  return lastDay;
}

/**
 * Revokes the link at once, also while links are off; a new one gets another address. Throws `documentNotFound`,
 * `documentAccessDenied`.
 */
export async function revokePublicLink(actor: Actor, documentId: string): Promise<void> {
  await inTransaction(async () => {
    await requireShareAccess(actor, documentId, 'link');
    const revoked = await (await models()).PublicLink.destroy({ where: { documentId } });
    if (revoked > 0) await recordEvent(actor.id, { action: 'link.revoke', subject: documentId });
  });
}

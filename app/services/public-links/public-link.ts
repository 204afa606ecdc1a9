import { AppError } from '#app/errors.ts';
import type { LinkSettings } from '#app/schemas/links.ts';
import type { DocumentAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { openText, sealText } from '#app/services/crypto/sealed-text.ts';
import { openUndo, sealUndo } from '#app/services/crypto/sealed-undo.ts';
import { randomToken, sha256 } from '#app/services/crypto/secrets.ts';
import { writeViews } from '#app/services/public-links/count-views.ts';
import { endOf, endOfDay, lastDayOf, linkRule } from '#app/services/public-links/link-rule.ts';
import { requireShareAccess } from '#app/services/shares/share-entry.ts';
import { inTransaction, models } from '#db/connection.ts';
import { lockTree } from '#db/locks.ts';

/** A document's read-only link, for its owner. */
export type PublicLink = {
  /** `/s/…`; null if it was sealed with another secret. Such a link can only be revoked. */
  path: string | null;
  withChildren: boolean;
  /** Last valid day as `YYYY-MM-DD` (UTC), limited by `PUBLIC_LINK_DAYS`. */
  expiresAt: string | null;
  isExpired: boolean;
  views: number;
  createdAt: string;
};

const PURPOSE = 'public link';
const REVOKED = 'revoked link';

type Revoked = { token: string; withChildren: number; expiresAt: number | null; views: number; createdAt: number };

/** Returns the link of a document to its owner. Throws `documentNotFound`, `documentAccessDenied`. */
export async function findPublicLink(actor: Actor, document: string | DocumentAccess): Promise<PublicLink | null> {
  const { id: documentId } = await requireShareAccess(actor, document, 'link');
  await writeViews();
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
 * Creates the link of a document. An existing one keeps its address and views and gets the new settings. The default
 * last day is the latest allowed one. Throws `documentNotFound`, `documentAccessDenied`, `permissionDenied` if links
 * are off, `validationFailed` for a day that is too late or past.
 */
export async function createPublicLink(actor: Actor, documentId: string, settings: LinkSettings): Promise<void> {
  await inTransaction(async () => {
    await requireShareAccess(actor, documentId, 'link');
    await lockTree(actor.id);
    const known = await (await models()).PublicLink.findByPk(documentId);
    const lastDay = requireAllowedDay(settings.expiresAt, known?.createdAt);
    const token = (known && openText(PURPOSE, documentId, known.sealed)) ?? randomToken();
    const values = {
      tokenHash: sha256(token),
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

const linksAreOff = () => new AppError('permissionDenied', { fields: { '': [{ key: 'link.off' }] } });

/**
 * Returns the last day of a link created at `createdAt`, by default now; null for no end. Throws as `createPublicLink`.
 */
function requireAllowedDay(asked: string | undefined, createdAt?: number): string | null {
  const { isOff, latestDay } = linkRule(createdAt);
  if (isOff) throw linksAreOff();
  if (latestDay === null) return asked ?? null;
  const lastDay = asked ?? latestDay;
  if (lastDay > latestDay || endOfDay(lastDay) <= Date.now()) {
    const text = { key: 'link.tooLate', values: { date: latestDay } };
    throw new AppError('validationFailed', { fields: { expiresAt: [text] } });
  }
  return lastDay;
}

/**
 * Revokes the link, even while links are off; a new one gets another address. Returns the sealed link for
 * `restorePublicLink`; null if there was none or it was sealed with another secret. Throws `documentNotFound`,
 * `documentAccessDenied`.
 */
export async function revokePublicLink(actor: Actor, documentId: string): Promise<string | null> {
  return inTransaction(async () => {
    await requireShareAccess(actor, documentId, 'link');
    const row = await (await models()).PublicLink.findByPk(documentId);
    if (!row) return null;
    await row.destroy();
    await recordEvent(actor.id, { action: 'link.revoke', subject: documentId });
    const token = openText(PURPOSE, documentId, row.sealed);
    const { withChildren, expiresAt, views, createdAt } = row;
    return token && sealUndo(REVOKED, documentId, { token, withChildren, expiresAt, views: Number(views), createdAt });
  });
}

/**
 * Restores a revoked link with its address, settings and views, unless the document has another one now. Throws
 * `notFound` if the sealed link is another document's or too old, and the errors of `createPublicLink`.
 */
export async function restorePublicLink(actor: Actor, documentId: string, sealed: string): Promise<void> {
  await inTransaction(async () => {
    await requireShareAccess(actor, documentId, 'link');
    await lockTree(actor.id);
    const { token, ...rest } = openUndo<Revoked>(REVOKED, documentId, sealed);
    if (linkRule(rest.createdAt).isOff) throw linksAreOff();
    const { PublicLink } = await models();
    if (await PublicLink.findByPk(documentId)) return;
    const secrets = { tokenHash: sha256(token), sealed: sealText(PURPOSE, documentId, token) };
    await PublicLink.create({ ...rest, ...secrets, documentId });
    const expiresAt = rest.expiresAt === null ? null : new Date(rest.expiresAt - 1).toISOString().slice(0, 10);
    const detail = { withChildren: Boolean(rest.withChildren), expiresAt };
    await recordEvent(actor.id, { action: 'link.set', subject: documentId, detail });
  });
}

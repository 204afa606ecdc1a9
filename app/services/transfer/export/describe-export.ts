import type { Actor } from '#app/services/actor.ts';
import { collectExtras } from '#app/services/transfer/export/extras.ts';
import { select } from '#db/connection.ts';
import type { SharePermission } from '#db/models/share.ts';
import { countLeftOut } from '#db/queries/export-extras.ts';

/** The file that describes an export beside its folders. */
export const MANIFEST = 'arbor.json';

/** Files of an export that are not imported as documents. */
export const DESCRIPTIONS = [MANIFEST, 'account.json'];

/** Counts of objects that an export omits. */
export type LeftOut = { revisions: number; shares: number; looseFiles: number };

const SHARES = `
  SELECT documents.id AS "documentId", documents.title, shares.email, groups.name AS "groupName", shares.permission
  FROM shares JOIN documents ON documents.id = shares.document_id LEFT JOIN groups ON groups.id = shares.group_id
  WHERE documents.owner_id = $me ORDER BY shares.created_at, shares.id`;
const LINKS = `
  SELECT documents.id AS "documentId", documents.title, public_links.with_children AS "withChildren",
    public_links.expires_at AS "expiresAt"
  FROM public_links JOIN documents ON documents.id = public_links.document_id
  WHERE documents.owner_id = $me ORDER BY public_links.created_at, documents.id`;

type Share = {
  documentId: string;
  title: string;
  email: string | null;
  groupName: string | null;
  permission: SharePermission;
};
type Link = { documentId: string; title: string; withChildren: unknown; expiresAt: number | null };

/**
 * Describes an export: comments, templates and group shares, which an import restores; shares and public links, which
 * it does not; and counts of what is omitted.
 */
export async function describeExport(
  actor: Actor,
  documents: { id: string; archivedAt?: number | null }[],
  { isBranch = false } = {},
) {
  const me = { me: actor.id };
  const ids = JSON.stringify(documents.map(({ id }) => id));
  const [given, public_, [counts]] = await Promise.all([
    select<Share>(SHARES, me),
    select<Link>(LINKS, me),
    countLeftOut({ ...me, ids }),
  ]);
  const known = new Set(documents.map(({ id }) => id));
  const isHere = ({ documentId }: { documentId: string }) => known.has(documentId);
  const shares = given.filter(isHere);
  const publicLinks = public_.filter(isHere).map(({ withChildren, expiresAt, ...link }) => ({
    ...link,
    withChildren: Boolean(withChildren),
    expiresAt: expiresAt === null ? null : new Date(Number(expiresAt)).toISOString(),
  }));
  const leftOut: LeftOut = {
    revisions: Number(counts!.revisions),
    shares: shares.length + publicLinks.length,
    looseFiles: isBranch ? 0 : Number(counts!.looseFiles),
  };
  const archived = documents.filter(({ archivedAt }) => archivedAt).length;
  const head = { arbor: 1, exportedAt: new Date().toISOString(), owner: actor.email };
  const groups = shares.flatMap(({ documentId, groupName, permission }) =>
    groupName === null ? [] : [{ documentId, name: groupName, permission }],
  );
  const carried = await collectExtras(actor, (id) => known.has(id), groups);
  const manifest = {
    ...head,
    documents: documents.length - archived,
    archived,
    shares,
    publicLinks,
    leftOut,
    ...carried,
  };
  return { leftOut, text: `${JSON.stringify(manifest, null, 2)}\n` };
}

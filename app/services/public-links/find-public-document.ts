import { WALK_MAX } from '#app/services/access/document-access.ts';
import { sha256 } from '#app/services/crypto/secrets.ts';
import { linkRule, madeSince } from '#app/services/public-links/link-rule.ts';
import { SingleFlight } from '#app/services/single-flight.ts';
import { select } from '#db/connection.ts';

/** The document that a link currently opens. */
export type PublicDocument = {
  id: string;
  /** The document the link was created for. */
  rootId: string;
  tokenHash: string;
  withChildren: boolean;
  /** Ids from that document down to this one, inclusive. */
  trail: string[];
  /** Cache key that changes with everything the page shows: versions of the trail, and its children in order. */
  stamp: string;
};

/** Siblings shown per level of a public page. */
export const LEVEL_MAX = 500;

// A link is valid while it exists, has not expired, its document is not archived and its owner's account is active.
// `$madeSince` applies `PUBLIC_LINK_DAYS`.
const LINK = `SELECT public_links.document_id, public_links.with_children FROM public_links
  JOIN documents AS root ON root.id = public_links.document_id AND root.archived_at IS NULL
  JOIN users AS owner ON owner.id = root.owner_id AND owner.status = 'ACTIVE'
  WHERE public_links.token_hash = $tokenHash
    AND (public_links.expires_at IS NULL OR public_links.expires_at > CAST($now AS BIGINT))
    AND public_links.created_at >= CAST($madeSince AS BIGINT)`;

/** String that changes whenever a listed child is added, removed, moved or renamed. */
const CHILDREN = `(SELECT string_agg(child.stamp, ',') FROM (
    SELECT documents.id || ':' || documents.version AS stamp FROM documents
    WHERE documents.parent_id = chain.id AND documents.archived_at IS NULL
    ORDER BY documents.position, documents.id LIMIT ${LEVEL_MAX + 1}
  ) AS child)`;

const OPENED = `WITH RECURSIVE link AS (${LINK}), chain(id, parent_id, version, archived_at, depth) AS (
    SELECT documents.id, documents.parent_id, documents.version, documents.archived_at, 0
    FROM link JOIN documents ON documents.id = COALESCE(CAST($id AS TEXT), link.document_id)
    UNION ALL
    SELECT documents.id, documents.parent_id, documents.version, documents.archived_at, chain.depth + 1
    FROM chain JOIN documents ON documents.id = chain.parent_id
    WHERE chain.depth < ${WALK_MAX} AND chain.id <> (SELECT document_id FROM link)
  )
  SELECT chain.id, chain.version, (
      SELECT COALESCE(cover_url, '') || COALESCE(CAST(cover_scroll_y AS TEXT), '') FROM documents WHERE id = chain.id
    ) AS cover, chain.archived_at AS "archivedAt", link.document_id AS "rootId",
    link.with_children AS "withChildren", CASE WHEN link.with_children = 1 THEN ${CHILDREN} END AS children
  FROM chain CROSS JOIN link ORDER BY chain.depth DESC`;

type Row = {
  id: string;
  version: number;
  cover: string;
  archivedAt: number | null;
  rootId: string;
  withChildren: number;
  children: string | null;
};

const questions = new SingleFlight<PublicDocument | null>();

/**
 * Resolves a link's token to its document, or to one below it if the link includes the branch. Checked in one query on
 * every view, so that revocation, expiry, archiving and moving take effect with the next request in every process.
 * Returns null if the link is invalid.
 */
export function findPublicDocument(token: string, id: string | null): Promise<PublicDocument | null> {
  return questions.ask(`${token} ${id}`, () => ask(sha256(token), id));
}

async function ask(tokenHash: string, id: string | null): Promise<PublicDocument | null> {
  if (linkRule().isOff) return null;
  const now = Date.now();
  const rows = await select<Row>(OPENED, { tokenHash, id, now, madeSince: madeSince(now) });
  const [root, document] = [rows[0], rows.at(-1)];
  if (!root || !document || root.id !== root.rootId || rows.some(({ archivedAt }) => archivedAt !== null)) return null;
  const withChildren = Boolean(root.withChildren);
  if (document !== root && !withChildren) return null;
  return {
    id: document.id,
    rootId: root.id,
    tokenHash,
    withChildren,
    trail: rows.map((row) => row.id),
    stamp: [
      withChildren,
      ...rows.map(({ id: each, version, cover, children }) => `${each}:${version}:${cover}[${children ?? ''}]`),
    ].join(),
  };
}

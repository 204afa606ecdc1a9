import type { SharePermission } from '#db/models/share.ts';
import type { UserStatus } from '#db/models/user.ts';
import { IN_BRANCH } from '#db/queries/branches.ts';
import { changedRowsOf, changeOf, listed, rowsOf } from '#db/query.ts';

export type ShareRow = {
  id: number;
  userId: string | null;
  /** Null for a group. */
  email: string | null;
  displayName: string | null;
  permission: SharePermission;
  status: UserStatus | null;
  groupId: string | null;
  groupName: string | null;
  mailRefusal: string | null;
  /** 1 if the address of an invitation declined mails. */
  isDeclined: number;
};

export const IS_DECLINED = `(SELECT COUNT(*) FROM declined_addresses
    WHERE shares.user_id IS NULL AND declined_addresses.email = shares.email) AS "isDeclined"`;

/** Lists the shares of a document with their accounts. */
export const findShares = rowsOf<ShareRow, { documentId: string }>({
  name: 'findShares',
  uses: ['shares_of_document', 'users(id)', 'groups(id)', 'declined_addresses(email)'],
  sql: `SELECT shares.id, shares.user_id AS "userId", shares.email, users.display_name AS "displayName",
      shares.permission, users.status, shares.group_id AS "groupId", groups.name AS "groupName",
      shares.mail_refusal AS "mailRefusal", ${IS_DECLINED}
    FROM shares LEFT JOIN users ON users.id = shares.user_id LEFT JOIN groups ON groups.id = shares.group_id
    WHERE shares.document_id = $documentId ORDER BY shares.id`,
});

/** Finds a share with an address on any document of an owner, by one index lookup per document. */
export const findShareWith = rowsOf<{ id: number }, { email: string; me: string }>({
  name: 'findShareWith',
  uses: ['shares_of_document'],
  sql: `SELECT shares.id FROM shares JOIN documents ON documents.id = shares.document_id
    WHERE shares.email = $email AND documents.owner_id = $me LIMIT 1`,
});

/**
 * Lists active people the actor knows: those with shares of the actor's latest documents, and members of the actor's
 * groups.
 */
export const findAcquaintances = rowsOf<
  { id: string; displayName: string | null; email: string },
  { me: string; latest: number; most: number }
>({
  name: 'findAcquaintances',
  uses: ['documents_updated', 'shares_to_person', 'group_members_of_user', 'group_members(group_id,user_id)'],
  sql: `SELECT users.id, users.display_name AS "displayName", users.email FROM (
      SELECT shares.user_id AS id FROM (
        SELECT id FROM documents WHERE owner_id = $me ORDER BY updated_at DESC, id DESC LIMIT $latest
      ) AS own JOIN shares ON shares.document_id = own.id WHERE shares.user_id IS NOT NULL
      UNION SELECT others.user_id FROM group_members
        JOIN group_members AS others ON others.group_id = group_members.group_id WHERE group_members.user_id = $me
    ) AS known JOIN users ON users.id = known.id AND users.status = 'ACTIVE'
    WHERE users.id <> $me ORDER BY users.email LIMIT $most`,
});

/**
 * Finds those of some people whom the actor knows: by a share of one's document with the other, or by a group; active,
 * and without an entry on a document. `ids` is a JSON array.
 */
export const findKnownOutside = rowsOf<
  { id: string; displayName: string | null; email: string },
  { me: string; documentId: string; ids: string; most: number }
>({
  name: 'findKnownOutside',
  uses: { sqlite: ['users(id)', 'shares_of_user'], postgres: ['users(id)'] },
  sql: () => `SELECT users.id, users.display_name AS "displayName", users.email FROM users
    WHERE users.id IN (${listed('ids')}) AND users.id <> $me AND users.status = 'ACTIVE'
      AND NOT EXISTS (SELECT 1 FROM shares WHERE shares.document_id = $documentId AND shares.user_id = users.id)
      AND (EXISTS (SELECT 1 FROM shares JOIN documents ON documents.id = shares.document_id
          WHERE shares.user_id = users.id AND documents.owner_id = $me)
        OR EXISTS (SELECT 1 FROM shares JOIN documents ON documents.id = shares.document_id
          WHERE shares.user_id = $me AND documents.owner_id = users.id)
        OR EXISTS (SELECT 1 FROM group_members AS mine
          JOIN group_members AS theirs ON theirs.group_id = mine.group_id AND theirs.user_id = users.id
          WHERE mine.user_id = $me))
    ORDER BY users.email LIMIT $most`,
});

/** Claims sending an invitation again. */
export const claimResend = changeOf<{ shareId: number; now: number; before: number }>({
  name: 'claimResend',
  uses: ['shares(id)'],
  sql: `UPDATE shares SET resent_at = $now, mail_refusal = NULL
    WHERE id = $shareId AND (resent_at IS NULL OR resent_at <= $before)`,
});

/** Deletes invitations of an address to documents that an account owns or has an entry on. */
export const dropNeedlessInvitations = changeOf<{ email: string; me: string }>({
  name: 'dropNeedlessInvitations',
  uses: { sqlite: ['shares_invited', 'documents(id)'], postgres: ['shares_invited'] },
  sql: `DELETE FROM shares WHERE email = $email AND user_id IS NULL AND (
      EXISTS (SELECT 1 FROM documents WHERE documents.id = shares.document_id AND documents.owner_id = $me)
      OR EXISTS (SELECT 1 FROM shares AS own WHERE own.document_id = shares.document_id AND own.user_id = $me))`,
});

/** Changes the address of an account's shares, except on documents that have a share with that address already. */
export const moveShares = changeOf<{ email: string; me: string }>({
  name: 'moveShares',
  // PostgreSQL may also use `shares_lately`, which begins with the same column.
  uses: { sqlite: ['shares_of_user', 'shares_of_document'], postgres: ['shares_of_document'] },
  sql: `UPDATE shares SET email = $email WHERE user_id = $me AND NOT EXISTS (
      SELECT 1 FROM shares AS other WHERE other.document_id = shares.document_id AND other.email = $email)`,
});

type Asking = { requestId: string; id: string; me: string; message: string; now: number; before: number };

/** Requests access. No row for the owner, for an archived document, or for a repetition within a day. */
export const putAccessRequest = changedRowsOf<{ id: string }, Asking>({
  name: 'putAccessRequest',
  uses: { sqlite: ['documents(id)'], postgres: ['documents(id)', 'access_requests_of_document'] },
  sql: `INSERT INTO access_requests (id, document_id, user_id, message, requested_at)
    SELECT $requestId, documents.id, $me, $message, CAST($now AS BIGINT) FROM documents
    WHERE documents.id = $id AND documents.archived_at IS NULL AND documents.owner_id <> $me
    ON CONFLICT (document_id, user_id) DO UPDATE SET message = $message, requested_at = $now, dismissed_at = NULL
      WHERE access_requests.requested_at <= $before
    RETURNING id`,
});

type Request = { id: string; email: string; displayName: string | null; message: string; requestedAt: number };

/** Lists pending requests of active accounts, oldest first. */
export const findAccessRequests = rowsOf<Request, { documentId: string }>({
  name: 'findAccessRequests',
  uses: ['access_requests_of_document', 'users(id)'],
  sql: `SELECT access_requests.id, users.email, users.display_name AS "displayName", access_requests.message,
      access_requests.requested_at AS "requestedAt"
    FROM access_requests JOIN users ON users.id = access_requests.user_id AND users.status = 'ACTIVE'
    WHERE access_requests.document_id = $documentId AND access_requests.dismissed_at IS NULL
    ORDER BY access_requests.requested_at, access_requests.id`,
});

/** Deletes requests that were dismissed before an instant. */
export const removeDismissed = changeOf<{ documentId: string; before: number }>({
  name: 'removeDismissed',
  uses: ['access_requests_of_document'],
  sql: 'DELETE FROM access_requests WHERE document_id = $documentId AND dismissed_at <= $before',
});

/** Lists the people an account has blocked, latest first. */
export const findBlocked = rowsOf<{ email: string; displayName: string | null }, { me: string }>({
  name: 'findBlocked',
  uses: ['blocks(user_id,blocked_id)', 'users(id)'],
  sql: `SELECT users.email, users.display_name AS "displayName" FROM blocks JOIN users ON users.id = blocks.blocked_id
    WHERE blocks.user_id = $me ORDER BY blocks.created_at DESC, users.email`,
});

/** Adds views to a public link. */
export const addViews = changeOf<{ views: number; tokenHash: string }>({
  name: 'addViews',
  uses: ['public_links(token_hash)'],
  sql: 'UPDATE public_links SET views = views + $views WHERE token_hash = $tokenHash',
});

export type BranchReader = { documentId: string; userId: string | null; groupId: string | null };

/** Declares the recipients of shares on documents of a condition, each with one document. */
const readersOf = (name: string, uses: Parameters<typeof rowsOf>[0]['uses'], condition: string) =>
  rowsOf<BranchReader, { id: string }>({
    name,
    uses,
    sql: `SELECT MIN(shares.document_id) AS "documentId", shares.user_id AS "userId", shares.group_id AS "groupId"
      FROM documents JOIN shares ON shares.document_id = documents.id
      WHERE ${condition} AND shares.permission <> 'NONE' AND (shares.user_id IS NOT NULL OR shares.group_id IS NOT NULL)
      GROUP BY shares.user_id, shares.group_id`,
  });

/** Finds the readers of a document and its descendants. */
export const findBranchReaders = readersOf(
  'findBranchReaders',
  { sqlite: ['documents(id)', 'documents_siblings', 'shares_of_document'], postgres: ['documents(id)'] },
  `documents.${IN_BRANCH}`,
);

/** Finds the readers of an owner's documents. */
export const findReadersOfOwner = readersOf(
  'findReadersOfOwner',
  ['documents_placed', 'shares_of_document'],
  'documents.owner_id = $id',
);

/** Finds the readers of the documents of an import. */
export const findReadersOfImport = readersOf(
  'findReadersOfImport',
  ['documents_import', 'shares_of_document'],
  'documents.import_id = $id',
);

import { writeZip } from '#app/adapters/zip-writer.ts';
import { getAccount } from '#app/services/accounts/get-account.ts';
import type { Actor } from '#app/services/actor.ts';
import { recordEvent } from '#app/services/audit/record-act.ts';
import { listOwnedFiles } from '#app/services/files/list-files.ts';
import { getMailSettings } from '#app/services/notifications/mail-choices.ts';
import { listSavedSearches } from '#app/services/search/saved-searches.ts';
import { listSessions } from '#app/services/sessions/list-sessions.ts';
import { listAcceptances } from '#app/services/terms/accept-terms.ts';
import { listTokens } from '#app/services/tokens/list-tokens.ts';
import { describeExport, MANIFEST } from '#app/services/transfer/export/describe-export.ts';
import { listOwn } from '#app/services/transfer/export/list-own.ts';
import { type FolderFile, writeSections } from '#app/services/transfer/export/write-folder.ts';
import { ARCHIVED } from '#app/services/transfer/import/arrange-folder.ts';
import { select } from '#db/connection.ts';

const GIVEN = `
  SELECT documents.id AS "documentId", documents.title, shares.email, groups.name AS "groupName", shares.permission,
    shares.created_at AS "createdAt"
  FROM shares JOIN documents ON documents.id = shares.document_id LEFT JOIN groups ON groups.id = shares.group_id
  WHERE documents.owner_id = $me ORDER BY shares.created_at, shares.id`;
const RECEIVED = `
  SELECT documents.id AS "documentId", documents.title, owner.email AS owner, shares.permission,
    shares.created_at AS "createdAt"
  FROM shares JOIN documents ON documents.id = shares.document_id JOIN users AS owner ON owner.id = documents.owner_id
  WHERE shares.user_id = $me AND shares.permission <> 'NONE' AND documents.archived_at IS NULL
  ORDER BY shares.created_at, shares.id`;

const COMMENTS = `
  SELECT comments.id, threads.document_id AS "documentId", comments.body, comments.created_at AS "createdAt"
  FROM comments JOIN threads ON threads.id = comments.thread_id
  WHERE comments.author_id = $me AND comments.author_name IS NULL ORDER BY comments.created_at, comments.id`;

const GROUPS = `
  SELECT groups.name, people.role, people.created_at AS "createdAt" FROM (
    SELECT group_id, 'member' AS role, created_at FROM group_members WHERE user_id = $me
    UNION ALL SELECT group_id, 'keeper', created_at FROM group_keepers WHERE user_id = $me
  ) AS people JOIN groups ON groups.id = people.group_id ORDER BY people.created_at, groups.name`;
const NOTIFICATIONS = `
  SELECT kind, document_id AS "documentId", thread_id AS "threadId", acts AS count, created_at AS "createdAt",
    read_at IS NOT NULL AS "isRead" FROM notifications WHERE user_id = $me ORDER BY created_at, id`;
const WATCHED = `
  SELECT document_id AS "documentId", is_watching AS "isWatching" FROM watchers WHERE user_id = $me
  ORDER BY document_id`;

/**
 * Exports all data of the actor as a zip readable without Arbor: documents and archived ones as Markdown folders, and
 * the account's personal data. Contains no secrets: passwords, codes and tokens are stored as hashes only.
 */
export async function exportAccount(actor: Actor): Promise<ReadableStream<Uint8Array>> {
  await recordEvent(actor.id, { action: 'export.account', subject: actor.id });
  return writeZip(await accountFiles(actor));
}

async function accountFiles(actor: Actor): Promise<FolderFile[]> {
  const [documents, archived, files] = await Promise.all([
    listOwn(actor, 'present'),
    listOwn(actor, 'archived'),
    listOwnedFiles(actor.id),
  ]);
  const { text } = await describeExport(actor, [...documents, ...archived]);
  return [
    { path: MANIFEST, updatedAt: new Date(), read: async () => text },
    { path: 'account.json', updatedAt: new Date(), read: () => describeAccount(actor) },
    ...(await writeSections(
      [
        { folder: 'documents', rows: documents },
        { folder: ARCHIVED, rows: archived },
      ],
      files,
    )),
  ];
}

async function describeAccount(actor: Actor): Promise<string> {
  const me = { me: actor.id };
  const [account, sessions, tokens, given, received, comments, groups, notifications, watched, mails, searches, terms] =
    await Promise.all([
      getAccount(actor),
      listSessions(actor),
      listTokens(actor),
      select<Dated>(GIVEN, me),
      select<Dated>(RECEIVED, me),
      select<Dated>(COMMENTS, me),
      select<Dated>(GROUPS, me),
      select<Dated & { isRead: unknown }>(NOTIFICATIONS, me),
      select<{ isWatching: number }>(WATCHED, me),
      getMailSettings(actor),
      listSavedSearches(actor),
      listAcceptances(actor.id),
    ]);
  const { providers, ...profile } = account;
  const shares = { given: given.map(withInstant), received: received.map(withInstant) };
  const content = {
    exportedAt: new Date().toISOString(),
    profile,
    identities: providers,
    sessions,
    tokens,
    shares,
    comments: comments.map(withInstant),
    groups: groups.map(withInstant),
    notifications: notifications.map((row) => ({ ...withInstant(row), isRead: Boolean(row.isRead) })),
    watched: watched.map((row) => ({ ...row, isWatching: Boolean(row.isWatching) })),
    mails,
    searches,
    terms,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

type Dated = { createdAt: number };
const withInstant = (row: Dated) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() });

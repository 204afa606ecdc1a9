import { accounts } from '#db/migrations/0001-accounts.ts';
import { documents } from '#db/migrations/0002-documents.ts';
import { search } from '#db/migrations/0003-search.ts';
import { mails } from '#db/migrations/0004-mails.ts';
import { limits } from '#db/migrations/0005-limits.ts';
import { packedRevisions } from '#db/migrations/0006-packed-revisions.ts';
import { identities } from '#db/migrations/0007-identities.ts';
import { administration } from '#db/migrations/0008-administration.ts';
import { secondFactor } from '#db/migrations/0009-second-factor.ts';
import { files } from '#db/migrations/0010-files.ts';
import { covers } from '#db/migrations/0011-covers.ts';
import { links } from '#db/migrations/0012-links.ts';
import { imports } from '#db/migrations/0013-imports.ts';
import { quotas } from '#db/migrations/0014-quotas.ts';
import { publicLinks } from '#db/migrations/0015-public-links.ts';
import { storageLimit } from '#db/migrations/0016-storage-limit.ts';
import { documentCounts } from '#db/migrations/0017-document-counts.ts';
import { revisionDetails } from '#db/migrations/0018-revision-details.ts';
import { guessing } from '#db/migrations/0019-guessing.ts';
import { proofAndScopes } from '#db/migrations/0020-proof-and-scopes.ts';
import { copies } from '#db/migrations/0021-copies.ts';
import { blocks } from '#db/migrations/0022-blocks.ts';
import { liveDocuments } from '#db/migrations/0023-live-documents.ts';
import { authors } from '#db/migrations/0024-authors.ts';
import { readingPresence } from '#db/migrations/0025-reading-presence.ts';
import { conversations } from '#db/migrations/0026-conversations.ts';
import { takeouts } from '#db/migrations/0027-takeouts.ts';
import { groups } from '#db/migrations/0030-groups.ts';
import { notificationMails } from '#db/migrations/0031-notification-mails.ts';
import { searchFields } from '#db/migrations/0032-search-fields.ts';
import { importJobs } from '#db/migrations/0033-import-jobs.ts';
import { aiAnswers } from '#db/migrations/0034-ai-answers.ts';
import { removedFiles } from '#db/migrations/0037-removed-files.ts';
import { copyTotal } from '#db/migrations/0038-copy-total.ts';
import { writeProbe } from '#db/migrations/0039-write-probe.ts';
import { installation } from '#db/migrations/0040-installation.ts';
import { moves } from '#db/migrations/0041-moves.ts';
import { oauthConnections } from '#db/migrations/0042-oauth-connections.ts';
import { mailRefusals } from '#db/migrations/0043-mail-refusals.ts';
import { removedComments } from '#db/migrations/0044-removed-comments.ts';
import { auditEvents } from '#db/migrations/0045-audit-events.ts';
import { unreadByTime } from '#db/migrations/0046-unread-by-time.ts';
import { aiCeilings } from '#db/migrations/0047-ai-ceilings.ts';
import { jobLeases } from '#db/migrations/0048-job-leases.ts';
import { processes } from '#db/migrations/0051-processes.ts';
import { terms } from '#db/migrations/0053-terms.ts';
import { lastSeen } from '#db/migrations/0054-last-seen.ts';
import { fileTexts } from '#db/migrations/0055-file-texts.ts';
import { savedSearches } from '#db/migrations/0056-saved-searches.ts';
import { templates } from '#db/migrations/0057-templates.ts';
import { carriedComments } from '#db/migrations/0058-carried-comments.ts';
import { groupEntriesByPermission } from '#db/migrations/0059-group-entries-by-permission.ts';
import { refusedInvitations } from '#db/migrations/0060-refused-invitations.ts';
import { jobOutcomes } from '#db/migrations/0061-job-outcomes.ts';
import { oneSharePerPerson } from '#db/migrations/0062-one-share-per-person.ts';
import { mailKind } from '#db/migrations/0063-mail-kind.ts';
import { auditByAction } from '#db/migrations/0064-audit-by-action.ts';
import { readNotifications } from '#db/migrations/0065-read-notifications.ts';
import { cutAnswers } from '#db/migrations/0066-cut-answers.ts';
import { codeRequestedBy } from '#db/migrations/0067-code-requested-by.ts';
import { declinedAddresses } from '#db/migrations/0068-declined-addresses.ts';

/** All migrations in order of execution, by number. Never edit a released migration: add a new one. */
export const migrations = [
  accounts,
  documents,
  search,
  mails,
  limits,
  packedRevisions,
  identities,
  administration,
  secondFactor,
  files,
  covers,
  links,
  imports,
  quotas,
  publicLinks,
  storageLimit,
  documentCounts,
  revisionDetails,
  guessing,
  proofAndScopes,
  copies,
  blocks,
  liveDocuments,
  authors,
  readingPresence,
  conversations,
  takeouts,
  groups,
  notificationMails,
  searchFields,
  importJobs,
  aiAnswers,
  removedFiles,
  copyTotal,
  writeProbe,
  installation,
  moves,
  oauthConnections,
  mailRefusals,
  removedComments,
  auditEvents,
  unreadByTime,
  aiCeilings,
  jobLeases,
  processes,
  terms,
  lastSeen,
  fileTexts,
  savedSearches,
  templates,
  carriedComments,
  groupEntriesByPermission,
  refusedInvitations,
  jobOutcomes,
  oneSharePerPerson,
  mailKind,
  auditByAction,
  readNotifications,
  cutAnswers,
  codeRequestedBy,
  declinedAddresses,
];

/**
 * Returns a migration's current name. Before version 0.2 names had a date instead of the number: `2026-11-21-accounts`.
 */
export function currentName(recorded: string): string {
  const [, title] = /^\d{4}-\d\d-\d\d-(.+)$/.exec(recorded) ?? [];
  return migrations.find(({ name }) => title && name.slice('0001-'.length) === title)?.name ?? recorded;
}

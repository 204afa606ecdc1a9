import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { productFiles } from '#tests/imports/check-imports.ts';

const ROOT = join(import.meta.dirname, '../..');
const BY_HAND = /import \{[^}]*\b(?:select|selectStale|execute|executeReturning)\b[^}]*\} from '#db\/connection\.ts'/;

/**
 * Services that still contain SQL: reports, lists with selectable columns, and recursive queries. New SQL belongs in
 * `db/queries/`, where a test checks its plan; single rows use models.
 */
const KNOWN = [
  'app/services/access/document-access.ts',
  'app/services/access/readable-documents.ts',
  'app/services/accounts/find-profile-images.ts',
  'app/services/accounts/get-accounts.ts',
  'app/services/accounts/hand-over.ts',
  'app/services/accounts/plan-handover.ts',
  'app/services/accounts/purge-accounts.ts',
  'app/services/accounts/set-language.ts',
  'app/services/accounts/transfer-branch.ts',
  'app/services/administration/administrators.ts',
  'app/services/administration/list-users.ts',
  'app/services/administration/suspend-account.ts',
  'app/services/documents/empty-archive.ts',
  'app/services/documents/get-card.ts',
  'app/services/documents/get-document.ts',
  'app/services/documents/history.ts',
  'app/services/documents/home-lists.ts',
  'app/services/documents/list-activity.ts',
  'app/services/documents/list-backlinks.ts',
  'app/services/documents/list-children.ts',
  'app/services/documents/list-documents.ts',
  'app/services/documents/list-move-targets.ts',
  'app/services/documents/open-branches.ts',
  'app/services/documents/open-document.ts',
  'app/services/documents/plan-copy.ts',
  'app/services/documents/plan-save.ts',
  'app/services/documents/position.ts',
  'app/services/documents/purge-deleted.ts',
  'app/services/documents/render-anew.ts',
  'app/services/documents/run-copy.ts',
  'app/services/documents/write-copies.ts',
  'app/services/files/list-stored.ts',
  'app/services/files/prune-files.ts',
  'app/services/files/storage-use.ts',
  'app/services/limits/limit-rows.ts',
  'app/services/limits/manage-limits.ts',
  'app/services/maintenance/backup/restore-backup.ts',
  'app/services/maintenance/check/check-files.ts',
  'app/services/maintenance/check/check-history.ts',
  'app/services/maintenance/check/check-permissions.ts',
  'app/services/maintenance/check/check-quotas.ts',
  'app/services/maintenance/check/check-search.ts',
  'app/services/maintenance/check/check-tree.ts',
  'app/services/maintenance/doctor/examine-database.ts',
  'app/services/maintenance/metrics/measure-installation.ts',
  'app/services/maintenance/remove-expired.ts',
  'app/services/people/get-person.ts',
  'app/services/providers/consume-state.ts',
  'app/services/providers/pending-links.ts',
  'app/services/public-links/find-public-document.ts',
  'app/services/public-links/load-public-page.ts',
  'app/services/quotas/change-quota.ts',
  'app/services/quotas/get-quota.ts',
  'app/services/quotas/list-quotas.ts',
  'app/services/quotas/report-usage.ts',
  'app/services/response-cache/recorded-response.ts',
  'app/services/search/full-text-index.ts',
  'app/services/search/known-words.ts',
  'app/services/search/mark-hits.ts',
  'app/services/search/rank-hits.ts',
  'app/services/search/rebuild-index.ts',
  'app/services/search/search-documents.ts',
  'app/services/search/search-filters.ts',
  'app/services/shares/list-shares.ts',
  'app/services/shares/request-access.ts',
  'app/services/sign-in/saved-forms.ts',
  'app/services/sign-in/verify-account.ts',
  'app/services/takeouts/list-writers.ts',
  'app/services/takeouts/open-takeout.ts',
  'app/services/takeouts/pack-takeouts.ts',
  'app/services/takeouts/record-takeouts.ts',
  'app/services/transfer/export/describe-export.ts',
  'app/services/transfer/export/export-account.ts',
  'app/services/transfer/export/list-own.ts',
  'app/services/transfer/export/write-folder.ts',
  'app/services/transfer/export/write-site.ts',
  'app/services/transfer/import/archive-imported.ts',
  'app/services/transfer/import/begin-import.ts',
  'app/services/transfer/import/import-jobs.ts',
  'app/services/transfer/import/list-imports.ts',
];

test('no other service writes SQL, and none of these has stopped', () => {
  const found = productFiles()
    .filter((file) => file.startsWith('app/'))
    .filter((file) => BY_HAND.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(found).toEqual(KNOWN);
});

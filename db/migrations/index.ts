import { accounts } from '#db/migrations/2026-11-21-accounts.ts';
import { administration } from '#db/migrations/2026-11-21-administration.ts';
import { documents } from '#db/migrations/2026-11-21-documents.ts';
import { identities } from '#db/migrations/2026-11-21-identities.ts';
import { limits } from '#db/migrations/2026-11-21-limits.ts';
import { mails } from '#db/migrations/2026-11-21-mails.ts';
import { packedRevisions } from '#db/migrations/2026-11-21-packed-revisions.ts';
import { search } from '#db/migrations/2026-11-21-search.ts';
import { covers } from '#db/migrations/2026-11-22-covers.ts';
import { files } from '#db/migrations/2026-11-22-files.ts';
import { links } from '#db/migrations/2026-11-22-links.ts';
import { secondFactor } from '#db/migrations/2026-11-22-second-factor.ts';
import { imports } from '#db/migrations/2026-11-23-imports.ts';
import { publicLinks } from '#db/migrations/2026-11-23-public-links.ts';
import { quotas } from '#db/migrations/2026-11-23-quotas.ts';
import { storageLimit } from '#db/migrations/2026-11-24-storage-limit.ts';
import { documentCounts } from '#db/migrations/2026-11-25-document-counts.ts';

/** In the order they run. A migration that has been released is never edited: write the next one. */
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
];

import { accounts } from '#db/migrations/2026-11-21-accounts.ts';
import { administration } from '#db/migrations/2026-11-21-administration.ts';
import { documents } from '#db/migrations/2026-11-21-documents.ts';
import { identities } from '#db/migrations/2026-11-21-identities.ts';
import { limits } from '#db/migrations/2026-11-21-limits.ts';
import { mails } from '#db/migrations/2026-11-21-mails.ts';
import { packedRevisions } from '#db/migrations/2026-11-21-packed-revisions.ts';
import { search } from '#db/migrations/2026-11-21-search.ts';
import { secondFactor } from '#db/migrations/2026-11-22-second-factor.ts';
import { publicLinks } from '#db/migrations/2026-11-23-public-links.ts';

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
  publicLinks,
];

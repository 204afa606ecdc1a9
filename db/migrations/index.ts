import { accounts } from '#db/migrations/2026-11-21-accounts.ts';
import { documents } from '#db/migrations/2026-11-21-documents.ts';
import { search } from '#db/migrations/2026-11-21-search.ts';
import { secondFactor } from '#db/migrations/2026-11-22-second-factor.ts';

/** In the order they run. A migration that has been released is never edited: write the next one. */
export const migrations = [accounts, documents, search, secondFactor];

import { rowsOf } from '#db/query.ts';

/** Finds an account's acceptance of one version. Runs on every request where the installation has terms. */
export const findAcceptance = rowsOf<{ createdAt: number }, { me: string; version: string }>({
  name: 'findAcceptance',
  uses: ['terms_acceptances(user_id,version)'],
  sql: 'SELECT created_at AS "createdAt" FROM terms_acceptances WHERE user_id = $me AND version = $version',
});

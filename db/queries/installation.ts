import { changeOf, rowsOf } from '#db/query.ts';

/** `isTrial` is 1 for a copy that sends nothing. */
export type InstallationRow = { mark: string; secretMark: string | null; isTrial: number };

export const findInstallation = rowsOf<InstallationRow, Record<string, never>>({
  name: 'findInstallation',
  uses: ['installation(id)'],
  sql: 'SELECT mark, secret_mark AS "secretMark", is_trial AS "isTrial" FROM installation WHERE id = 1',
});

/** Stores the marks of the installation or replaces them. */
export const writeInstallation = changeOf<{ mark: string; secretMark: string | null; now: number }>({
  name: 'writeInstallation',
  uses: { sqlite: [], postgres: ['installation(id)'] },
  sql: `INSERT INTO installation (id, mark, secret_mark, created_at) VALUES (1, $mark, $secretMark, $now)
    ON CONFLICT (id) DO UPDATE SET mark = $mark, secret_mark = $secretMark`,
});

/** Makes the installation a trial copy, or a full one with 0. */
export const setTrial = changeOf<{ isTrial: number }>({
  name: 'setTrial',
  uses: ['installation(id)'],
  sql: 'UPDATE installation SET is_trial = $isTrial WHERE id = 1',
});

import { changeOf, rowsOf } from '#db/query.ts';

type Which = { id: string; purpose: string; now: number };

/** Consumes a grant. Of concurrent calls exactly one succeeds. */
export const markGrantUsed = changeOf<Which>({
  name: 'markGrantUsed',
  uses: ['grants(id)'],
  sql: 'UPDATE grants SET used_at = $now WHERE id = $id AND purpose = $purpose AND used_at IS NULL AND expires_at > $now',
});

/** Consumes one guess of a grant. */
export const addGrantGuess = changeOf<{ id: string; max: number }>({
  name: 'addGrantGuess',
  uses: ['grants(id)'],
  sql: 'UPDATE grants SET attempts = attempts + 1 WHERE id = $id AND attempts < $max',
});

type Found = { userId: string; remember: number; usedAt: number | null };

/** Finds an unexpired grant, used or not. */
export const findGrant = rowsOf<Found, Which>({
  name: 'findGrant',
  uses: ['grants(id)'],
  sql: `SELECT user_id AS "userId", remember, used_at AS "usedAt" FROM grants
    WHERE id = $id AND purpose = $purpose AND expires_at > $now`,
});

/** Consumes an authenticator step. Each step works once, and only after earlier ones. */
export const advanceTotpStep = changeOf<{ userId: string; step: number }>({
  name: 'advanceTotpStep',
  uses: ['users(id)'],
  sql: 'UPDATE users SET totp_step = $step WHERE id = $userId AND (totp_step IS NULL OR totp_step < $step)',
});

/** Turns the mailed factor of an account on (`since`) or off (null). Changes no row if it is already so. */
export const switchMailFactor = changeOf<{ me: string; since: number | null; now: number }>({
  name: 'switchMailFactor',
  uses: ['users(id)'],
  sql: `UPDATE users SET mail_factor_at = $since, updated_at = $now
    WHERE id = $me AND (mail_factor_at IS NULL) = (CAST($since AS BIGINT) IS NOT NULL)`,
});

/** Finds a recovery code that was already used. */
export const findSpentRecoveryCode = rowsOf<{ hash: string }, { userId: string; hash: string }>({
  name: 'findSpentRecoveryCode',
  uses: ['recovery_codes(user_id,code_hash)'],
  sql: `SELECT code_hash AS hash FROM recovery_codes
    WHERE user_id = $userId AND code_hash = $hash AND used_at IS NOT NULL`,
});

/** Marks a provider sign-in attempt as used. */
export const insertSpentState = changeOf<{ id: string; expiresAt: number }>({
  name: 'insertSpentState',
  uses: { sqlite: [], postgres: ['spent_states(id)'] },
  sql: 'INSERT INTO spent_states (id, expires_at) VALUES ($id, $expiresAt) ON CONFLICT (id) DO NOTHING',
});

type OpenLink = {
  userId: string;
  email: string;
  providerName: 'github' | 'google' | 'oidc';
  passwordHash: string | null;
  remember: number;
};

/** Finds a pending provider link with its account. */
export const findOpenLink = rowsOf<OpenLink, { id: string; now: number }>({
  name: 'findOpenLink',
  uses: ['pending_links(id)', 'users(id)'],
  sql: `SELECT users.id AS "userId", users.email, users.password_hash AS "passwordHash", pending_links.remember,
      pending_links.provider_name AS "providerName"
    FROM pending_links JOIN users ON users.id = pending_links.user_id
    WHERE pending_links.id = $id AND used_at IS NULL AND expires_at > $now AND users.status = 'ACTIVE'`,
});

/** Accepts a pending provider link for the account of a valid session. */
export const acceptOpenLink = changeOf<{ id: string; sessionId: string; now: number }>({
  name: 'acceptOpenLink',
  uses: ['pending_links(id)', 'sessions(id)'],
  sql: `UPDATE pending_links SET used_at = $now
    WHERE id = $id AND used_at IS NULL AND expires_at > $now
      AND user_id = (SELECT user_id FROM sessions WHERE id = $sessionId AND ended_at IS NULL)`,
});

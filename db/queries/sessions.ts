import { byDialect, changeOf, rowsOf } from '#db/query.ts';

type Account = {
  id: string;
  email: string;
  displayName: string | null;
  imageUrl: string | null;
  role: 'USER' | 'ADMIN';
  lng: 'en' | 'zh' | null;
};
const ACCOUNT = `users.id, users.email, users.display_name AS "displayName", users.image_url AS "imageUrl", users.role,
    users.lng`;
const MAY_SIGN_IN = "users.status = 'ACTIVE' AND users.verified_at IS NOT NULL";
const LIVE = `sessions.id = $sessionId AND sessions.ended_at IS NULL AND sessions.expires_at > $now AND ${MAY_SIGN_IN}`;

type Which = { sessionId: string; now: number };

/**
 * Finds the account of a valid session. Runs on every request: one query for session and account, so that a revocation
 * or suspension takes effect with the next request in every process.
 */
export const findLiveAccount = rowsOf<Account, Which>({
  name: 'findLiveAccount',
  uses: ['sessions(id)', 'users(id)'],
  sql: `SELECT ${ACCOUNT} FROM sessions JOIN users ON users.id = sessions.user_id WHERE ${LIVE}`,
});

// Differs between two reads whenever a transaction was committed between them, by any process. SQLite: the version that
// this connection sees; it never writes (`db/sqlite-reader.ts`). PostgreSQL: the transactions that are visible.
const generation = () =>
  byDialect({
    sqlite: '(SELECT data_version FROM pragma_data_version) AS generation',
    postgres: 'CAST(pg_current_snapshot() AS TEXT) AS generation',
  });

/** Finds the account like `findLiveAccount`, and the database's generation in the same statement. */
export const findVisitor = rowsOf<Account & { generation: string | number }, Which>({
  name: 'findVisitor',
  uses: ['sessions(id)', 'users(id)'],
  sql: () => `SELECT ${ACCOUNT}, ${generation()} FROM sessions JOIN users ON users.id = sessions.user_id WHERE ${LIVE}`,
});

export const findGeneration = rowsOf<{ generation: string | number }, Record<string, never>>({
  name: 'findGeneration',
  uses: [],
  sql: () => `SELECT ${generation()}`,
});

export type Family = Account & {
  sessionId: string;
  salt: string;
  generation: number;
  rotatedAt: number;
  remember: number;
  createdAt: number;
};

/** Finds a valid session with its account and the values that verify its refresh tokens. */
export const findFamily = rowsOf<Family, Which>({
  name: 'findFamily',
  uses: ['sessions(id)', 'users(id)'],
  sql: `SELECT sessions.id AS "sessionId", sessions.salt, sessions.generation, sessions.rotated_at AS "rotatedAt",
      sessions.remember, sessions.created_at AS "createdAt", ${ACCOUNT}
    FROM sessions JOIN users ON users.id = sessions.user_id WHERE ${LIVE}`,
});

/** Rotates a session. Of two requests with the same token exactly one succeeds. */
export const advanceGeneration = changeOf<{ id: string; generation: number; now: number; expiresAt: number }>({
  name: 'advanceGeneration',
  uses: ['sessions(id)'],
  sql: `UPDATE sessions SET generation = generation + 1, rotated_at = $now, last_seen_at = $now, expires_at = $expiresAt
    WHERE id = $id AND generation = $generation AND ended_at IS NULL`,
});

/** Records an account's activity unless some was recorded after `before`. */
export const markAccountSeen = changeOf<{ me: string; now: number; before: number }>({
  name: 'markAccountSeen',
  uses: ['users(id)'],
  sql: 'UPDATE users SET last_seen_at = $now WHERE id = $me AND (last_seen_at IS NULL OR last_seen_at <= $before)',
});

/** Ends every session of an account except one. */
export const endOtherSessions = changeOf<{ me: string; currentId: string; now: number }>({
  name: 'endOtherSessions',
  uses: ['sessions_by_user'],
  sql: 'UPDATE sessions SET ended_at = $now WHERE user_id = $me AND id <> $currentId AND ended_at IS NULL',
});

type Factors = { mailFactorAt: number | null; totpConfirmedAt: number | null };

/** Finds an account's second factors. */
export const findFactors = rowsOf<Factors, { me: string }>({
  name: 'findFactors',
  uses: ['users(id)'],
  sql: 'SELECT mail_factor_at AS "mailFactorAt", totp_confirmed_at AS "totpConfirmedAt" FROM users WHERE id = $me',
});

type Device = { id: string; userAgent: string | null; createdAt: number; lastSeenAt: number };

/** Lists the valid sessions of an account, last used first. */
export const findDevices = rowsOf<Device, { me: string; now: number }>({
  name: 'findDevices',
  uses: ['sessions_by_user'],
  sql: `SELECT id, user_agent AS "userAgent", created_at AS "createdAt", last_seen_at AS "lastSeenAt" FROM sessions
    WHERE user_id = $me AND ended_at IS NULL AND expires_at > $now ORDER BY last_seen_at DESC, id`,
});

export type TokenOwner = Account & { tokenId: string; lastUsedAt: number | null; scope: 'read' | 'write' | 'admin' };

/** Finds the account of an unexpired personal access token. Runs on every request with such a token. */
export const findTokenOwner = rowsOf<TokenOwner, { hash: string; now: number }>({
  name: 'findTokenOwner',
  uses: ['tokens(token_hash)', 'users(id)'],
  sql: `SELECT ${ACCOUNT}, tokens.id AS "tokenId", tokens.last_used_at AS "lastUsedAt", tokens.scope
    FROM tokens JOIN users ON users.id = tokens.user_id
    WHERE tokens.token_hash = $hash AND (tokens.expires_at IS NULL OR tokens.expires_at > $now) AND ${MAY_SIGN_IN}`,
});

/** Records a use of a token unless one was recorded after `before`. */
export const markTokenUsed = changeOf<{ id: string; now: number; address: string; before: number }>({
  name: 'markTokenUsed',
  uses: ['tokens(id)'],
  sql: `UPDATE tokens SET last_used_at = $now, last_address = $address
    WHERE id = $id AND (last_used_at IS NULL OR last_used_at <= $before)`,
});

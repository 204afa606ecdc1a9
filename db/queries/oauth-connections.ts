import { changeOf, rowsOf } from '#db/query.ts';

export type Connection = {
  tokenId: string;
  userId: string;
  clientHash: string;
  /** Scope that the person allowed. */
  scope: 'read' | 'write';
  /** Scope of the current access token. */
  tokenScope: 'read' | 'write';
  generation: number;
  rotatedAt: number;
  createdAt: number;
};

/** Finds a renewable connection of an account that may sign in. */
export const findConnection = rowsOf<Connection, { tokenId: string; now: number }>({
  name: 'findConnection',
  uses: ['oauth_connections(token_id)', 'tokens(id)', 'users(id)'],
  sql: `SELECT oauth_connections.token_id AS "tokenId", tokens.user_id AS "userId",
      oauth_connections.client_hash AS "clientHash", oauth_connections.scope, tokens.scope AS "tokenScope",
      oauth_connections.generation, oauth_connections.rotated_at AS "rotatedAt",
      oauth_connections.created_at AS "createdAt"
    FROM oauth_connections
    JOIN tokens ON tokens.id = oauth_connections.token_id
    JOIN users ON users.id = tokens.user_id
    WHERE oauth_connections.token_id = $tokenId AND oauth_connections.renewable_until > $now
      AND users.status = 'ACTIVE' AND users.verified_at IS NOT NULL`,
});

type Renewal = { tokenId: string; generation: number; now: number; until: number };

/** Rotates the refresh token. Of two requests with the same token exactly one succeeds. */
export const advanceConnection = changeOf<Renewal>({
  name: 'advanceConnection',
  uses: ['oauth_connections(token_id)'],
  sql: `UPDATE oauth_connections SET generation = generation + 1, rotated_at = $now, renewable_until = $until
    WHERE token_id = $tokenId AND generation = $generation`,
});

/** Finds the client and account of an access token that was issued to a client. */
export const findClientToken = rowsOf<{ tokenId: string; userId: string; clientHash: string }, { hash: string }>({
  name: 'findClientToken',
  uses: ['tokens(token_hash)', 'oauth_connections(token_id)'],
  sql: `SELECT tokens.id AS "tokenId", tokens.user_id AS "userId", oauth_connections.client_hash AS "clientHash"
    FROM tokens JOIN oauth_connections ON oauth_connections.token_id = tokens.id WHERE tokens.token_hash = $hash`,
});

/** Finds the access token that a code was exchanged for. */
export const findTokenOfCode = rowsOf<{ tokenId: string; userId: string }, { codeHash: string }>({
  name: 'findTokenOfCode',
  uses: ['oauth_connections(code_hash)', 'tokens(id)'],
  sql: `SELECT tokens.id AS "tokenId", tokens.user_id AS "userId"
    FROM oauth_connections JOIN tokens ON tokens.id = oauth_connections.token_id
    WHERE oauth_connections.code_hash = $codeHash`,
});

/** Counts an account's tokens that are valid or that a client can renew. */
export const countLivingTokens = rowsOf<{ total: number }, { me: string; now: number }>({
  name: 'countLivingTokens',
  uses: ['tokens_by_user', 'oauth_connections(token_id)'],
  sql: `SELECT COUNT(*) AS total FROM tokens LEFT JOIN oauth_connections ON oauth_connections.token_id = tokens.id
    WHERE tokens.user_id = $me
      AND (tokens.expires_at IS NULL OR tokens.expires_at > $now OR oauth_connections.renewable_until > $now)`,
});

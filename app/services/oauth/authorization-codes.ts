import { createHash } from 'node:crypto';
import { AppError } from '#app/errors.ts';
import type { TokenRequest } from '#app/schemas/oauth.ts';
import type { Actor } from '#app/services/actor.ts';
import { isSameSecret, sha256 } from '#app/services/crypto/secrets.ts';
import { findClient, opened, signed } from '#app/services/oauth/clients.ts';
import { type ClientScope, connectClient, type IssuedToken } from '#app/services/oauth/connect-client.ts';
import { endConnectionOfCode } from '#app/services/oauth/end-connection.ts';
import { findSessionActor } from '#app/services/sessions/find-session.ts';
import { consumeGrant, createGrant } from '#app/services/sign-in/grants.ts';
import { inTransaction } from '#db/connection.ts';
import { lock, lockAccount } from '#db/locks.ts';

/** A person's consent, and the session in which it was given. */
export type Allowed = { clientId: string; address: string; challenge: string; scope: ClientScope; sessionId: string };
/** Content of an authorization code. `grant` limits it to one use within ten minutes. */
type Code = Omit<Allowed, 'clientId'> & { grant: string; client: string };

/** Issues an authorization code after a person's consent. */
export async function issueAuthorizationCode(actor: Actor, { clientId, ...allowed }: Allowed): Promise<string> {
  const grant = await createGrant(actor.id, 'oauth');
  const code: Code = { ...allowed, grant, client: sha256(clientId) };
  return signed('oauth-code', code);
}

/**
 * Exchanges a code for tokens of the account, which its owner can revoke in the settings. Returns null for a code that
 * is wrong, used, expired or of another client. A used code ends what it was exchanged for. Throws `validationFailed`
 * above fifty living tokens; the code then stays unused.
 */
export async function redeemAuthorizationCode(request: TokenRequest): Promise<IssuedToken | null> {
  const { code: given, client_id: clientId, redirect_uri: address, code_verifier: verifier } = request;
  const [code, client] = [opened<Code>('oauth-code', given), findClient(clientId)];
  if (!code || !client || code.client !== sha256(clientId)) return null;
  if (address !== undefined && address !== code.address) return null;
  const isVerified = isSameSecret(createHash('sha256').update(verifier).digest('base64url'), code.challenge);
  const codeHash = sha256(code.grant);
  return inTransaction(async () => {
    // A second exchange waits until the connection of the first exists, so that it can end it.
    await lock(`oauth code ${codeHash}`);
    // The first attempt consumes the grant, right or wrong.
    const userId = await consumeGrant(code.grant, 'oauth').catch((error) => {
      if (error instanceof AppError && error.error === 'invalidTempId') return null;
      throw error;
    });
    if (!isVerified) return null;
    if (userId === null) {
      await endConnectionOfCode(codeHash);
      return null;
    }
    await lockAccount(userId);
    // No token for a session that has ended, for example by a password reset or a suspended account.
    const actor = await findSessionActor(code.sessionId);
    if (actor?.id !== userId) return null;
    return connectClient(actor, { client, clientId, codeHash, scope: code.scope });
  });
}

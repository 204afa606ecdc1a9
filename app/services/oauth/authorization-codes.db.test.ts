import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Actor } from '#app/services/actor.ts';
import { issueAuthorizationCode, redeemAuthorizationCode } from '#app/services/oauth/authorization-codes.ts';
import { registerClient } from '#app/services/oauth/clients.ts';
import { endSessionsOf } from '#app/services/sessions/end-session.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { findTokenActor } from '#app/services/tokens/find-token-actor.ts';
import { models } from '#db/connection.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { DEVICE } from '#tests/support/sign-up.ts';

const ADDRESS = 'http://127.0.0.1:4999/callback';
const VERIFIER = 'v'.repeat(43);

async function consent(actor: Actor) {
  const { sessionId } = await startSession(actor.id, DEVICE);
  const clientId = registerClient({
    client_name: 'Tool',
    redirect_uris: [ADDRESS],
    grant_types: ['authorization_code', 'refresh_token'],
  });
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
  const allowed = { clientId, address: ADDRESS, challenge, scope: 'read' as const, sessionId };
  const code = await issueAuthorizationCode(actor, allowed);
  return {
    grant_type: 'authorization_code' as const,
    code,
    client_id: clientId,
    redirect_uri: ADDRESS,
    code_verifier: VERIFIER,
  };
}

describeOnBoth('an authorization code', () => {
  test('exchanged by several at once leaves no connection', async () => {
    for (let round = 0; round < 5; round += 1) {
      const olga = await buildUser();
      const request = await consent(olga);
      const issued = await Promise.all([1, 2, 3, 4].map(() => redeemAuthorizationCode(request)));
      expect(issued.filter((each) => each !== null)).toHaveLength(1);
      expect(await (await models()).Token.count({ where: { userId: olga.id } })).toBe(0);
    }
  });

  test('exchanged while every session ends leaves no connection', async () => {
    for (let round = 0; round < 5; round += 1) {
      const olga = await buildUser();
      const [issued] = await Promise.all([redeemAuthorizationCode(await consent(olga)), endSessionsOf(olga.id)]);
      expect(await (await models()).Token.count({ where: { userId: olga.id } })).toBe(0);
      if (issued) expect(await findTokenActor(issued.token, '192.0.2.1')).toBeNull();
    }
  });
});

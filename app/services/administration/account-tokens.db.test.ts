import { expect, test } from 'vitest';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { listTokensOf, revokeTokenOf } from '#app/services/administration/account-tokens.ts';
import { searchAudit } from '#app/services/audit/search-audit.ts';
import { createToken } from '#app/services/tokens/create-token.ts';
import { findTokenActor } from '#app/services/tokens/find-token-actor.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';

const HERE = '192.0.2.1';

describeOnBoth('access tokens of an account, for the operator', () => {
  test('are listed without their values and revoked at once, never those of others', async () => {
    const [olga, sven] = [await buildUser(), await buildUser()];
    const value = await createToken(olga, { name: 'Backup', scope: 'write', expiresIn: 90 });
    const [token] = await listTokensOf(OPERATOR, olga.email);
    expect(token).toMatchObject({ name: 'Backup', scope: 'write', lastUsedAt: null });
    expect(JSON.stringify(token)).not.toContain(value.slice(-40));
    expect(await listTokensOf(OPERATOR, sven.id)).toEqual([]);
    expect(await revokeTokenOf(OPERATOR, sven.email, token!.id)).toBeNull();
    expect(await findTokenActor(value, HERE)).not.toBeNull();
    expect(await revokeTokenOf(OPERATOR, olga.email, token!.id)).toMatchObject({ id: token!.id, name: 'Backup' });
    expect(await findTokenActor(value, HERE)).toBeNull();
    expect(await revokeTokenOf(OPERATOR, olga.email, token!.id)).toBeNull();
    const { items } = await searchAudit(OPERATOR, { person: olga.email, kind: 'user.revoke-token', page: 1, limit: 9 });
    expect(items).toMatchObject([
      { actor: null, via: 'cli', subject: olga.email, detail: JSON.stringify({ tokenId: token!.id }) },
    ]);
  });

  test('are for administrators only', async () => {
    const [olga, sven] = [await buildUser(), await buildUser()];
    const by = { via: 'web', actor: sven } as const;
    expect(await outcomeOf(listTokensOf(by, olga.email))).toBe('permissionDenied');
    expect(await outcomeOf(revokeTokenOf(by, olga.email, 'x'))).toBe('permissionDenied');
    expect(await outcomeOf(listTokensOf(OPERATOR, 'nobody@example.com'))).toBe('userNotFound');
  });
});

import { expect, test } from 'vitest';
import type { ProviderProfile } from '#app/adapters/oauth-request.ts';
import { getAccount } from '#app/services/accounts/get-account.ts';
import { linkProvider } from '#app/services/providers/link-provider.ts';
import { unlinkProvider } from '#app/services/providers/unlink-provider.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';
import { outcomeOf, tally } from '#tests/support/outcome.ts';

// Passwords do not count, and Google is not configured.
Object.assign(process.env, {
  GITHUB_CLIENT_ID: 'id',
  GITHUB_CLIENT_SECRET: 'secret',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_ISSUER: 'https://sso.example.com',
  PASSWORD_SIGN_IN: 'off',
});

let made = 0;

/** Creates a person with linked providers. */
async function buildLinked(...names: ProviderProfile['providerName'][]) {
  const user = await buildUser();
  for (const providerName of names) {
    const providerId = `linked-${++made}`;
    const traits = { verifiedEmail: null, displayName: null, imageUrl: null, groups: null };
    await linkProvider(user.id, { providerName, providerId, ...traits });
  }
  return user;
}

const providersOf = async (user: Awaited<ReturnType<typeof buildLinked>>) =>
  (await getAccount(user)).providers.map(({ providerName }) => providerName);

describeOnBoth('unlinking a provider', () => {
  test('leaves a way in that works: a link to a provider that is not configured is none', async () => {
    const user = await buildLinked('github', 'google');
    expect(await outcomeOf(unlinkProvider(user, 'github'))).toBe('passwordNotSet');
    expect(await outcomeOf(unlinkProvider(user, 'google'))).toBe('ok');
    expect(await outcomeOf(unlinkProvider(user, 'github'))).toBe('passwordNotSet');
    expect(await providersOf(user)).toEqual(['github']);
  });

  test('twice at once leaves the last way in', async () => {
    const user = await buildLinked('github', 'oidc');
    const outcomes = await tally([unlinkProvider(user, 'github'), unlinkProvider(user, 'oidc')]);
    expect(outcomes).toEqual({ ok: 1, passwordNotSet: 1 });
    expect(await providersOf(user)).toHaveLength(1);
  });
});

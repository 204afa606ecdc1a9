import { SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { keyedHash } from '#app/services/crypto/secrets.ts';
import { findSession } from '#app/services/sessions/find-session.ts';
import { readAccessToken, signAccessToken } from '#app/services/sessions/session-tokens.ts';
import { startSession } from '#app/services/sessions/start-session.ts';
import { createGrant } from '#app/services/sign-in/grants.ts';
import { stopClock } from '#tests/support/clock.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildUser } from '#tests/support/factories.ts';

type Claims = { sub?: string; aud?: string; iat?: number; exp?: number };
const ourKey = () => new TextEncoder().encode(keyedHash('access-token-key'));
const now = () => Math.floor(Date.now() / 1000);

function forge(claims: Claims, key = ourKey(), alg = 'HS256'): Promise<string> {
  return new SignJWT({ sub: 'csession', aud: 'access', iat: now(), exp: now() + 600, ...claims })
    .setProtectedHeader({ alg })
    .sign(key);
}

test('C1: the forger of these tests would be believed with the right key and claims', async () => {
  expect(await readAccessToken(await forge({}))).toBe('csession');
});

test('C1: an access token without a signature, or under another key or algorithm, is none', async () => {
  const claims = { sub: 'csession', aud: 'access', iat: now(), exp: now() + 600 };
  const forged = [
    new UnsecuredJWT(claims).encode(),
    await forge({}, new TextEncoder().encode('x'.repeat(43))),
    await forge({}, ourKey(), 'HS512'),
  ];
  for (const token of forged) expect(await readAccessToken(token)).toBeNull();
});

test('C1: an access token issued in the future, long ago, or without its claims, is none', async () => {
  const forged: Claims[] = [
    { iat: now() + 300 },
    { iat: now() - 7200, exp: now() + 600 },
    { exp: now() - 1 },
    { aud: 'refresh' },
    { iat: undefined },
    { exp: undefined },
    { sub: undefined },
  ];
  for (const claims of forged) expect(await readAccessToken(await forge(claims))).toBeNull();
});

test('C1: an access token lives 15 minutes', async () => {
  const clock = stopClock();
  const token = await signAccessToken('csession');
  clock.advance(14 * 60 + 59);
  expect(await readAccessToken(token)).toBe('csession');
  clock.advance(2);
  expect(await readAccessToken(token)).toBeNull();
});

test('C1: what is no token at all is none', async () => {
  for (const text of ['', '.', 'a.b.c', 'x'.repeat(5000), '\u0000', 'null'])
    expect(await readAccessToken(text)).toBeNull();
});

describeOnBoth('tokens of another purpose', () => {
  test('C1: open no session', async () => {
    const user = await buildUser();
    const { refreshToken, sessionId, accessToken } = await startSession(user.id, { userAgent: null, remember: false });
    const grant = await createGrant(user.id, 'reset-password');
    for (const token of [refreshToken, sessionId, grant]) expect(await findSession(token)).toBeNull();
    expect(await findSession(accessToken)).toMatchObject({ sessionId, actor: { id: user.id } });
  });
});

import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, Client } from '#tests/support/client.ts';
import { type Person, visitor } from '#tests/support/people.ts';
import type { Place } from '#tests/support/server.ts';

export const ADDRESS = 'http://127.0.0.1:4999/callback';

/** Returns the address of the client to which the consent form redirects. */
export const back = ({ status, headers }: Answer) => {
  expect(status).toBe(303);
  return new URL(headers.get('Location')!);
};

export const pair = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

export async function register(place: Place, addresses: string[] = [ADDRESS], fields: object = {}): Promise<string> {
  const { text } = await visitor(place).page.get('/oauth/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Tool', redirect_uris: addresses, ...fields }),
  });
  return JSON.parse(text).client_id;
}

type Query = Record<string, string | undefined>;
export const ask = (clientId: string, challenge: string, change: Query = {}) => {
  const query: Query = {
    client_id: clientId,
    redirect_uri: ADDRESS,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  };
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(given)}`;
};

export async function redeem(who: Client, fields: Record<string, string>) {
  const { status, text } = await who.page.postBlind('/oauth/token', { grant_type: 'authorization_code', ...fields });
  return { status, body: JSON.parse(text) };
}

export async function allow(person: Person, path: string, scope = 'read'): Promise<URL> {
  return back(await person.page.post(path, { intent: 'allow', scope }));
}

type Connected = { clientId: string; tokens: Record<string, string> & { access_token: string; refresh_token: string } };

/** Registers a client, consents and exchanges the code. */
export async function connect(person: Person, place: Place, scope = 'read', fields: object = {}): Promise<Connected> {
  const clientId = await register(place, [ADDRESS], fields);
  const { verifier, challenge } = pair();
  const code = (await allow(person, ask(clientId, challenge), scope)).searchParams.get('code')!;
  const asked = { client_id: clientId, redirect_uri: ADDRESS, code_verifier: verifier, code };
  return { clientId, tokens: (await redeem(visitor(place), asked)).body };
}

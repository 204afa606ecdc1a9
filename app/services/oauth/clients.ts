import type { ClientRegistration } from '#app/schemas/oauth.ts';
import { isSameSecret, keyedHash } from '#app/services/crypto/secrets.ts';

/** `renews` is false for a client that registered without the grant `refresh_token`. */
export type OauthClient = { name: string; addresses: string[]; renews?: boolean };

/**
 * Registers a client without storing it: its signed id contains its name and addresses. So anonymous calls of this
 * endpoint cannot fill a table.
 */
export function registerClient({ client_name: name, redirect_uris: addresses, ...rest }: ClientRegistration): string {
  const client: OauthClient = { name, addresses, renews: rest.grant_types.includes('refresh_token') };
  return signed('oauth-client', client);
}

/** Returns the client of an id; null if this server did not issue it. */
export const findClient = (clientId: string): OauthClient | null => opened<OauthClient>('oauth-client', clientId);

/** Encodes a value with a signature of its purpose. */
export function signed(purpose: string, value: object): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${keyedHash(purpose, text)}`;
}

/** Returns the value that `signed` encoded; null for anything else. */
export function opened<T>(purpose: string, token: string): T | null {
  const [text = '', signature = ''] = token.split('.');
  if (!isSameSecret(signature, keyedHash(purpose, text))) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as T;
}

import { z } from 'zod';
import { firstCodePoints, storableText } from '#app/schemas/text.ts';

const CLIENT_NAME_MAX = 60;
const ADDRESSES_MAX = 5;
const ADDRESS_MAX = 300;

/** A host that the header `Content-Security-Policy` can name for the consent page's form, or an IPv6 address. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;
/** An application's scheme with a host or a path; none that the header would read as a nonce or hash. */
const APPLICATION = /^(?!nonce-|sha\d+-)[a-z][a-z\d+.-]+:\/(?:\/.|[^/])/i;

/** Schemes that a browser runs or opens itself. */
const NEVER = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'view-source:', 'ftp:', 'ws:', 'wss:'];
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * Tests whether a redirect address is allowed: HTTPS, a loopback address, or the scheme of an installed application
 * (RFC 8252).
 */
export function isClientAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url?.hash !== '' || url.username !== '' || url.password !== '' || NEVER.includes(url.protocol)) return false;
  if (url.protocol === 'https:') return HOST.test(url.hostname);
  return url.protocol === 'http:' ? LOOPBACK.includes(url.hostname) : APPLICATION.test(text);
}

/** Grants of RFC 6749 that a client can use. */
export const CLIENT_GRANTS = ['authorization_code', 'refresh_token'] as const;

const address = z.string().max(ADDRESS_MAX).refine(isClientAddress);

/** Client metadata of RFC 7591; other fields are ignored. */
export const clientRegistration = z.object({
  client_name: z
    .string()
    .transform((name) => firstCodePoints(name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim(), CLIENT_NAME_MAX) || 'OAuth')
    .catch('OAuth'),
  redirect_uris: z.array(address).min(1).max(ADDRESSES_MAX),
  /** Without a list, a client gets both. Grants that this server does not know are dropped. */
  grant_types: z
    .array(z.string())
    .default([...CLIENT_GRANTS])
    .transform((given) => CLIENT_GRANTS.filter((grant) => given.includes(grant)))
    .refine((known) => known.includes('authorization_code')),
});
export type ClientRegistration = z.output<typeof clientRegistration>;

/** Query of the consent page (RFC 6749 §4.1.1, RFC 7636, RFC 8707). PKCE is required. */
export const authorizationRequest = z.object({
  client_id: z.string().max(4000),
  redirect_uri: z.string().max(ADDRESS_MAX),
  response_type: z.literal('code'),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  scope: z.string().max(200).default(''),
  state: storableText().max(2000).optional(),
  resource: z.string().max(ADDRESS_MAX).optional(),
});
export type AuthorizationRequest = z.output<typeof authorizationRequest>;

/** A person's choice for a client. For administration, a token must be created in the settings. */
export const consent = z.object({ scope: z.enum(['read', 'write']).default('read') });

export const tokenRequest = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string().max(4000),
  client_id: z.string().max(4000),
  /** Required by OAuth 2.0 only; OAuth 2.1 has PKCE for it. */
  redirect_uri: z.string().max(ADDRESS_MAX).optional(),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
});
export type TokenRequest = z.output<typeof tokenRequest>;

export const renewalRequest = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: z.string().min(1).max(4000),
  client_id: z.string().max(4000),
  scope: z.string().max(200).default(''),
});
export type RenewalRequest = z.output<typeof renewalRequest>;

/** RFC 7009 §2.1. `token_type_hint` is ignored, as tokens differ in form. */
export const revocationRequest = z.object({ token: z.string().min(1).max(4000), client_id: z.string().max(4000) });
export type RevocationRequest = z.output<typeof revocationRequest>;

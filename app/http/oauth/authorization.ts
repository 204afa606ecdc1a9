import { type AuthorizationRequest, authorizationRequest, isClientAddress } from '#app/schemas/oauth.ts';
import { findClient, type OauthClient } from '#app/services/oauth/clients.ts';

export type Authorization = { request: AuthorizationRequest; client: OauthClient };

/**
 * Parses an authorization request; null if anything about it is invalid. Errors are shown on a page and never sent to
 * the client's address: without consent, nothing redirects there.
 */
export function readAuthorization(url: URL, origin: string): Authorization | null {
  const parsed = authorizationRequest.safeParse(Object.fromEntries(url.searchParams));
  const client = parsed.success ? findClient(parsed.data.client_id) : null;
  if (!parsed.success || !client) return null;
  const { redirect_uri: address, resource } = parsed.data;
  if (hasRepeated(url.searchParams)) return null;
  // A client may have registered before an address was refused.
  if (!client.addresses.filter(isClientAddress).some((known) => isSameAddress(known, address))) return null;
  return resource === undefined || isResource(resource, origin) ? { request: parsed.data, client } : null;
}

/** Returns true if a resource of RFC 8707 is this server or its `/mcp`. */
export const isResource = (resource: string, origin: string): boolean =>
  [origin, `${origin}/mcp`].includes(resource.replace(/\/$/, ''));

/** Returns true if a parameter occurs twice, which OAuth forbids (RFC 6749 §3.1). */
export const hasRepeated = (fields: URLSearchParams | FormData): boolean => {
  const names = [...fields.keys()];
  return new Set(names).size < names.length;
};

/** Compares redirect addresses; an application on this machine may use any port (RFC 8252 §7.3). */
function isSameAddress(known: string, address: string): boolean {
  if (known === address) return true;
  const [a, b] = [URL.parse(known), URL.parse(address)];
  if (!a || !b || a.protocol !== 'http:' || b.protocol !== 'http:') return false;
  a.port = b.port;
  return a.href === b.href;
}

/**
 * Returns the source for `form-action` of a consent page, as browsers check redirects of forms against it: the origin
 * of the client's address, or its scheme for an application and an IPv6 address, which have no name there. Null for a
 * request that leads nowhere.
 */
export function formTargetOf(url: URL, origin: string): string | null {
  const asked = readAuthorization(url, origin);
  if (!asked) return null;
  const { origin: target, hostname, protocol } = new URL(asked.request.redirect_uri);
  return target === 'null' || hostname.startsWith('[') ? protocol : target;
}

/** Returns the client's address with the answer in its query. */
export function clientRedirect({ request }: Authorization, origin: string, answer: Record<string, string>): string {
  const url = new URL(request.redirect_uri);
  const { state } = request;
  const query = { ...answer, ...(state === undefined ? {} : { state }), iss: origin };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Preselected scope: `write` only if the client asks for it. */
export const proposedScope = ({ request }: Authorization): 'read' | 'write' =>
  request.scope.split(' ').includes('write') ? 'write' : 'read';

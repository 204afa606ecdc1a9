/** Longer than a healthy provider takes, shorter than a user waits. */
export const PROVIDER_TIMEOUT_MS = 6000;

/** A provider's profile of the user. Untrusted until a service validates it. */
export type ProviderProfile = {
  providerName: 'github' | 'google' | 'oidc';
  /** Stable identifier; the provider may change names and addresses. */
  providerId: string;
  /** Null unless the provider has verified the address. */
  verifiedEmail: string | null;
  displayName: string | null;
  imageUrl: string | null;
  /** Groups of the person at the provider; null if it has none to name. */
  groups: string[] | null;
};

/** Fetches JSON from a provider. Throws on timeout, on any status other than success and on other bodies. */
export async function fetchJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json', 'User-Agent': 'Arbor', ...headers },
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  try {
    return await response.json();
  } catch (error) {
    // The message quotes the body, which may name the person.
    throw error instanceof SyntaxError ? new Error(`${new URL(url).host} answered without JSON`) : error;
  }
}

export const bearer = (accessToken: string) => ({ Authorization: `Bearer ${accessToken}` });

/** Longer than a good provider takes, shorter than a person waits. */
export const PROVIDER_TIMEOUT_MS = 6000;

/** What a provider says about the person who signed in: untrusted text until a service has looked at it. */
export type ProviderProfile = {
  providerName: 'github' | 'google';
  /** Never reused and never changed by the provider; names and addresses are. */
  providerId: string;
  /** Only an address that the provider itself has verified. */
  verifiedEmail: string | null;
  displayName: string | null;
  imageUrl: string | null;
};

/** Asks a provider for JSON. Throws when it does not answer in time, or with anything but success. */
export async function fetchJson(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json', 'User-Agent': 'Arbor', ...headers },
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  return response.json();
}

export const bearer = (accessToken: string) => ({ Authorization: `Bearer ${accessToken}` });

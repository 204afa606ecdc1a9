/** Body of every API response. */
export type Envelope = { statusCode: number; message?: string; errors?: Record<string, string[]>; data?: unknown };

/** Returns null for a body that is no envelope, such as a proxy's page or a truncated response. */
export function parseEnvelope(text: string): Envelope | null {
  try {
    const value = JSON.parse(text);
    return typeof value?.statusCode === 'number' ? value : null;
  } catch {
    // The caller reports it.
    return null;
  }
}

/** Sends a JSON body and reads the envelope of the response; null if it has none. Rejects without a response. */
export type Exchange = (
  url: string,
  init: RequestInit,
  body: unknown,
) => Promise<{ status: number; envelope: Envelope | null }>;

export const exchange: Exchange = async (url, init, body) => {
  const response = await fetch(url, { ...init, body: body === undefined ? null : JSON.stringify(body) });
  return { status: response.status, envelope: parseEnvelope(await response.text()) };
};

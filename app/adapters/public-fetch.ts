import { type ClientRequest, get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { useAgent } from 'request-filtering-agent';

const REDIRECTS_MAX = 5;
const TIMEOUT_MS = 10_000;

/** `reason` of a failed fetch: not a public http(s) address, a failure of the remote server, or too many bytes. */
export class FetchFailure extends Error {
  override name = 'FetchFailure';
  readonly reason: 'address' | 'answer' | 'size';
  constructor(reason: FetchFailure['reason'], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

type Ask = (address: string, signal: AbortSignal) => Promise<IncomingMessage>;
/** Overrides of the request function and timeout, for tests of redirects. */
type Surroundings = { ask?: Ask; timeoutMs?: number };

/**
 * Fetches the bytes at a public address. Checks every address, redirects included, after DNS resolution and connects to
 * the checked address. Stops after ten seconds or `maxBytes`. Throws FetchFailure.
 */
export async function fetchPublic(
  address: string,
  maxBytes: number,
  { ask = askPublic, timeoutMs = TIMEOUT_MS }: Surroundings = {},
): Promise<Buffer> {
  const deadline = AbortSignal.timeout(timeoutMs);
  let url = address;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const response = await ask(url, deadline);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      response.destroy();
      url = URL.parse(headers.location, url)?.href ?? '';
      continue;
    }
    if (statusCode !== 200) {
      response.destroy();
      throw new FetchFailure('answer');
    }
    return bodyOf(response, maxBytes);
  }
  throw new FetchFailure('answer');
}

/** Requests an address. Throws FetchFailure before connecting if it is not public. */
export function askPublic(address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw new FetchFailure('address');
  return new Promise((answered, failed) => {
    const agent = useAgent(url.href);
    const options = { agent, signal, headers: { Accept: 'image/*', 'User-Agent': 'Arbor' } };
    const asked: ClientRequest = (url.protocol === 'https:' ? httpsGet : httpGet)(url, options, answered);
    asked.once('error', (error) => failed(new FetchFailure(isRefused(error) ? 'address' : 'answer', error)));
  });
}

/** Matches the error message of the filtering agent for a blocked address. */
const isRefused = (error: Error) => /is not allowed/.test(error.message);

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new FetchFailure('size');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof FetchFailure ? error : new FetchFailure('answer', error);
  }
  return Buffer.concat(chunks);
}

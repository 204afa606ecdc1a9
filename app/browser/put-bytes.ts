import { RequestError } from '#app/browser/request-error.ts';

type Destination = { url: string; headers: Record<string, string> };
type PutOptions = { signal?: AbortSignal | undefined; onProgress?: ((share: number) => void) | undefined };

/** PUTs to a signed URL. Uses XMLHttpRequest because `fetch` reports no upload progress. Throws RequestError. */
export function putBytes(
  bytes: Blob,
  { url, headers }: Destination,
  { signal, onProgress }: PutOptions,
): Promise<void> {
  return new Promise((done, failed) => {
    const call = new XMLHttpRequest();
    const fail = (failure: 'network' | 'canceled') => failed(new RequestError(`PUT: ${failure}`, { failure }));
    const abort = () => call.abort();
    call.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    // The URL is the authorization, so another host's bucket gets no cookie.
    call.withCredentials = false;
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 1);
    call.onload = () => (call.status >= 200 && call.status < 300 ? done() : failed(refusal(call)));
    call.onerror = () => fail('network');
    call.onabort = () => fail('canceled');
    call.onloadend = () => signal?.removeEventListener('abort', abort);
    if (signal?.aborted) return fail('canceled');
    signal?.addEventListener('abort', abort);
    call.send(bytes);
  });
}

/** Converts an error response. This server's message is shown, a bucket's is not. */
function refusal({ status, responseText }: XMLHttpRequest): RequestError {
  const { statusCode, message } = envelopeIn(responseText);
  const failure = statusCode === undefined ? 'badAnswer' : 'answer';
  return new RequestError(message ?? `PUT: HTTP ${status}`, {
    failure,
    status,
    statusCode: statusCode ?? status,
    said: message,
  });
}

function envelopeIn(text: string): { statusCode?: number; message?: string } {
  try {
    const { statusCode, message } = JSON.parse(text);
    return typeof statusCode === 'number' && typeof message === 'string' ? { statusCode, message } : {};
  } catch {
    // A bucket's XML or a proxy's page.
    return {};
  }
}

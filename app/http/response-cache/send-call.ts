import type { Request, Response } from 'express';
import { JSON_HEADERS } from '#app/http/errors/envelope.ts';
import type { ResponseBytes } from '#app/http/response-cache/response-bytes.ts';

/** Shorter bodies are sent as they are. */
const PACKED_MIN = 1024;

/** Returns headers and body of a call in an encoding that the client accepts. */
export async function encodeCall(bytes: ResponseBytes, request: Request, _response: Response) {
  const plain = bytes.plain('');
  const isPacked = plain.length >= PACKED_MIN && request.acceptsEncodings(['gzip', 'identity']) === 'gzip';
  const body = isPacked ? await bytes.gzip('') : plain;
  const headers = {
    ...JSON_HEADERS,
    Vary: 'Accept-Encoding',
    'Content-Length': String(body.length),
    ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
  };
  return { headers, body };
}

/** Sends a cached call. */
export async function sendCall(bytes: ResponseBytes, request: Request, response: Response): Promise<void> {
  const { headers, body } = await encodeCall(bytes, request, response);
  response.writeHead(200, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

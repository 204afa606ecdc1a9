import { AppError } from '#app/errors.ts';

/**
 * Reads a request's body and counts bytes as they arrive; `Content-Length` is not trusted. Throws `payloadTooLarge`.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw new AppError('payloadTooLarge');
  const chunks: Uint8Array[] = [];
  let size = 0;
  // `for await` would close the connection on leaving the loop, before the response is sent.
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) throw new AppError('payloadTooLarge');
    chunks.push(read.value);
  }
  return Buffer.concat(chunks, size) as Uint8Array<ArrayBuffer>;
}

import { AppError } from '#app/errors.ts';

/** The body of a request, counted as it arrives: what `Content-Length` claims is not believed. Throws `payloadTooLarge`. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw new AppError('payloadTooLarge');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AppError('payloadTooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size) as Uint8Array<ArrayBuffer>;
}

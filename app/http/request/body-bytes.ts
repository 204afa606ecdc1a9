import { AppError } from '#app/errors.ts';

/** The body of a request, counted as it arrives: what `Content-Length` claims is not believed. Throws `payloadTooLarge`. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw new AppError('payloadTooLarge');
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Not `for await`: leaving its loop would close the connection before the answer is sent.
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) throw new AppError('payloadTooLarge');
    chunks.push(read.value);
  }
  return Buffer.concat(chunks, size) as Uint8Array<ArrayBuffer>;
}

import { AppError } from '#app/errors.ts';
import { readBody } from '#app/http/request/body-bytes.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_FIELDS = 100;

const typeOf = (request: Request): string => request.headers.get('Content-Type') ?? '';

export const isMultipart = (request: Request): boolean => /^multipart\/form-data\b/i.test(typeOf(request));

/** Reads the fields of a posted form. Throws `payloadTooLarge`, `unsupportedMediaType`, `badRequest`. */
export async function readForm(request: Request): Promise<FormData> {
  const type = typeOf(request);
  const isUrlEncoded = /^application\/x-www-form-urlencoded\b/i.test(type);
  if (!isUrlEncoded && !isMultipart(request)) throw new AppError('unsupportedMediaType');
  const bytes = await readBody(request, MAX_BYTES);
  if (isUrlEncoded && count(bytes, '&'.charCodeAt(0)) >= MAX_FIELDS) throw new AppError('badRequest');
  try {
    return await new Response(bytes, { headers: { 'Content-Type': type } }).formData();
  } catch (cause) {
    throw new AppError('badRequest', { cause });
  }
}

function count(bytes: Uint8Array, byte: number): number {
  let found = 0;
  for (const each of bytes) if (each === byte) found += 1;
  return found;
}

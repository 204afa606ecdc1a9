import { AppError } from '#app/errors.ts';
import { readBody } from '#app/http/request/body-bytes.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Reads the JSON object of a request; an empty body is an empty object. Throws `payloadTooLarge`,
 * `unsupportedMediaType` (content type not JSON) and `badRequest` (not JSON, or not an object).
 */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBody(request, MAX_BYTES);
  if (bytes.length === 0) return {};
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) throw new AppError('unsupportedMediaType');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('badRequest', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AppError('badRequest');
  return value as Record<string, unknown>;
}

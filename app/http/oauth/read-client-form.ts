import type { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { readForm } from '#app/http/forms/form-body.ts';
import { hasRepeated } from '#app/http/oauth/authorization.ts';
import { namesOf, oauthFailure } from '#app/http/oauth/oauth-answer.ts';
import { findClient } from '#app/services/oauth/clients.ts';

type Fields = Record<string, FormDataEntryValue>;

/** Reads the form that a client posts. Throws `methodNotAllowed`, `unsupportedMediaType`, `badRequest`. */
export async function readClientForm(request: Request): Promise<Fields> {
  if (request.method !== 'POST') throw new AppError('methodNotAllowed');
  const form = await readForm(request);
  if (hasRepeated(form)) throw new AppError('badRequest');
  return Object.fromEntries(form);
}

/** Validates the fields and their client. Returns the answer of OAuth for wrong ones. */
export function parseClientFields<Schema extends z.ZodType<{ client_id: string }>>(schema: Schema, fields: Fields) {
  const parsed = schema.safeParse(fields);
  if (!parsed.success) return oauthFailure('invalid_request', namesOf(parsed.error));
  if (!findClient(parsed.data.client_id)) return oauthFailure('invalid_client', 'no client of this server');
  return parsed.data;
}

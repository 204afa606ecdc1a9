import { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { statusOf } from '#app/http/errors/status.ts';
import { errorPage } from '#app/http/errors/throwable-page.ts';

type Missing = 'documentNotFound' | 'notFound';

/** Tests whether a text of an address has the form of an id. No other text needs a query. */
export const isId = (text: string): boolean => z.cuid().safeParse(text).success;

/** Returns an id of an address. Throws `documentNotFound` for any other text. */
export function requireId(text: string): string {
  if (!isId(text)) throw new AppError('documentNotFound');
  return text;
}

/** Returns an id of a page's address. Throws the error page for any other text. */
export function requireIdOfPage(text: string, missing: Missing = 'documentNotFound'): string {
  if (!isId(text)) throw errorPage({ error: missing }, statusOf(missing));
  return text;
}

import type { z } from 'zod';
import type { ErrorName } from '#app/errors.ts';

export const GROUPS = [
  'account',
  'documents',
  'history',
  'shares',
  'comments',
  'live',
  'files',
  'ai',
  'admin',
] as const;
export type Group = (typeof GROUPS)[number];

/**
 * Response of a method: the schema of `data`, or the media type of a body without the envelope; `hasRanges` if it
 * answers `Range` and `If-None-Match`.
 */
export type Operation = {
  id: string;
  group: Group;
  answer: z.ZodType | { type: string; hasRanges?: true };
  /** Errors besides those implied by the method: 401, 403 (XSRF, scope), 422, 429, 500, 503. */
  errors?: readonly ErrorName[];
};

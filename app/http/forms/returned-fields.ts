import { CSRF_FIELD } from '#app/http/session/csrf.ts';
import { PROOF_FIELDS } from '#app/http/session/proof.ts';

/** Fields that a page never shows again, such as secrets. */
export const NEVER_RETURNED: string[] = [
  ...Object.values(PROOF_FIELDS),
  CSRF_FIELD,
  'password',
  'passwordConfirm',
  'currentPassword',
  'code',
  'recoveryCode',
];

/** Returns the text fields of a posted form that a page may show again. */
export function returnedFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [field, value] of form) {
    if (typeof value === 'string' && !NEVER_RETURNED.includes(field)) fields[field] = value;
  }
  return fields;
}

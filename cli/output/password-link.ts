import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import type { Row } from '#cli/output/printable.ts';

/** Returns a column with a one-time link to choose a password; empty without a grant. */
export function passwordLink(tempId: string | null): Row {
  return tempId === null ? {} : { link: `${mailOrigin()}/reset-password?tempId=${tempId}` };
}

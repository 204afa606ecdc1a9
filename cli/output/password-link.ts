import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import type { Row } from '#cli/output/printable.ts';

/** Returns the column of a one-time link to choose a password; empty without a grant. */
export function passwordLink(tempId: string | null): Row {
  return tempId === null ? {} : { link: `${mailOrigin()}/reset-password?tempId=${tempId}` };
}

import { mailOrigin } from '#app/services/mail/mail-origin.ts';
import type { Row } from '#cli/output/printable.ts';

/** The column of a one-time link to choose a password; nothing without a grant. */
export function passwordLink(tempId: string | null): Row {
  return tempId === null ? {} : { link: `${mailOrigin()}/reset-password?tempId=${tempId}` };
}

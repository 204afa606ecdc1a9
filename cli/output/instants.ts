/** Formats an ISO instant for a table, to the minute, in UTC; '' for none. */
export function readableInstant(at: string | null): string {
  return at === null ? '' : at.slice(0, 16).replace('T', ' ');
}

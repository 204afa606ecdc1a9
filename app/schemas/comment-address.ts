/**
 * Returns the end of an address that leads to a thread or comment on its document's page, whichever part that is on.
 */
export const addressAt = (id: string, fragment: string): string => `?at=${id}#${fragment}`;

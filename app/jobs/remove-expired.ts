import { removeExpired } from '#app/services/accounts/remove-expired.ts';

export const removeExpiredJob: () => Promise<Record<string, number>> = removeExpired;

import { removeExpired } from '#app/services/maintenance/remove-expired.ts';

export const removeExpiredJob: () => Promise<Record<string, number>> = removeExpired;

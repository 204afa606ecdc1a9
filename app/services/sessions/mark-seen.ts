import { markAccountSeen } from '#db/queries/sessions.ts';

/** Activity within this interval is recorded once, so that it costs few writes. */
const SEEN_RESOLUTION_MS = 3_600_000;

/** Records that an account is active. */
export async function markSeen(userId: string, now: number): Promise<void> {
  await markAccountSeen({ me: userId, now, before: now - SEEN_RESOLUTION_MS });
}

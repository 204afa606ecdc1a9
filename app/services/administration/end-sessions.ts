import type { Administration } from '#app/services/access/administrator.ts';
import { getAccounts } from '#app/services/accounts/get-accounts.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { signOutEverywhere } from '#app/services/sessions/end-session.ts';
import { listSessions, type SessionEntry } from '#app/services/sessions/list-sessions.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Lists the signed-in devices of an account, last used first. Throws `permissionDenied`, `userNotFound`. */
export async function listSessionsOf(by: Administration, name: string): Promise<SessionEntry[]> {
  const [account] = await getAccounts(by, [name]);
  return listSessions(account!);
}

/** Signs out one device. Returns null if the account has no such session. Throws as `listSessionsOf`. */
export function endSessionOf(by: Administration, name: string, sessionId: string): Promise<SessionEntry | null> {
  return inTransaction(async () => {
    const [account] = await getAccounts(by, [name]);
    const session = (await listSessions(account!)).find(({ id }) => id === sessionId);
    if (!session) return null;
    await (await models()).Session.update({ endedAt: Date.now() }, { where: { id: sessionId, endedAt: null } });
    await recordAct(by, { action: 'user.end-session', subject: account!.id });
    return session;
  });
}

/**
 * Signs out every device and cancels sign-ins that wait for the second factor; access tokens stay. Returns the ended
 * sessions. Throws as `listSessionsOf`.
 */
export function endAllSessionsOf(by: Administration, name: string): Promise<SessionEntry[]> {
  return inTransaction(async () => {
    const [account] = await getAccounts(by, [name]);
    const sessions = await listSessions(account!);
    await signOutEverywhere(account!.id);
    await recordAct(by, { action: 'user.end-sessions', subject: account!.id, detail: { sessions: sessions.length } });
    return sessions;
  });
}

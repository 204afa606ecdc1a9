import type { Administration } from '#app/services/access/administrator.ts';
import { getAccounts } from '#app/services/accounts/get-accounts.ts';
import { recordAct } from '#app/services/audit/record-act.ts';
import { listTokens, type TokenEntry } from '#app/services/tokens/list-tokens.ts';
import { inTransaction, models } from '#db/connection.ts';

/** Lists the access tokens of an account, newest first. Throws `permissionDenied`, `userNotFound`. */
export async function listTokensOf(by: Administration, name: string): Promise<TokenEntry[]> {
  const [account] = await getAccounts(by, [name]);
  return listTokens(account!);
}

/** Revokes an access token of an account. Returns null if the account has no such token. Throws as `listTokensOf`. */
export function revokeTokenOf(by: Administration, name: string, tokenId: string): Promise<TokenEntry | null> {
  return inTransaction(async () => {
    const [account] = await getAccounts(by, [name]);
    const token = (await listTokens(account!)).find(({ id }) => id === tokenId);
    if (!token) return null;
    await (await models()).Token.destroy({ where: { id: tokenId } });
    await recordAct(by, { action: 'user.revoke-token', subject: account!.id, detail: { tokenId } });
    return token;
  });
}

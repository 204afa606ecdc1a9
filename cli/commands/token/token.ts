import type { TFunction } from 'i18next';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { listTokensOf, revokeTokenOf } from '#app/services/administration/account-tokens.ts';
import type { TokenEntry } from '#app/services/tokens/list-tokens.ts';
import { NotFoundError } from '#cli/exit.ts';
import { readableInstant } from '#cli/output/instants.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

export async function tokenListCommand(email: string, { format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const tokens = await withServices(() => listTokensOf(OPERATOR, email));
  print(tokens, format, t);
  say(t('cli.token.listed', { count: tokens.length }));
}

/** No confirmation: a leaked token must be revoked quickly, and creating a new one is easy. */
export async function tokenRevokeCommand(email: string, id: string, { format }: { format: Format }): Promise<void> {
  const { t, say } = terminal();
  const token = await withServices(() => revokeTokenOf(OPERATOR, email, id));
  if (!token) throw new NotFoundError(t('cli.token.unknown', { email, id }));
  print([token], format, t);
  say(t('cli.token.revoked', { name: token.name }));
}

function print(tokens: TokenEntry[], format: Format, t: TFunction): void {
  const readable = ({ id, name, scope, expiresAt, lastUsedAt }: TokenEntry) => ({
    [t('cli.columns.id')]: id,
    [t('admin.users.name')]: name,
    [t('settings.tokens.scope')]: t(`settings.tokens.scopes.${scope}`),
    [t('settings.tokens.expires')]: expiresAt?.slice(0, 10) ?? t('cli.token.never'),
    [t('cli.columns.lastUsed')]: readableInstant(lastUsedAt),
  });
  printRows(format === 'table' ? tokens.map(readable) : tokens, format);
}

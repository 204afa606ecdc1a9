import { email as emailSchema } from '#app/schemas/accounts.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import { createAccount } from '#app/services/administration/create-account.ts';
import { inviteAccount } from '#app/services/administration/invite-account.ts';
import { languageOf } from '#cli/language.ts';
import { checked } from '#cli/output/new-password.ts';
import { passwordLink } from '#cli/output/password-link.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { printUsers } from '#cli/output/users.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = { link?: boolean; format: Format };

/** By mail, the address may register. By link, the account is created and needs a password. */
export async function userInviteCommand(address: string, { link, format }: Options): Promise<void> {
  const { t, say } = terminal();
  const email = checked(emailSchema, 'email', address);
  if (link) {
    const made = await withServices(() => createAccount({ email, password: null, isAdmin: false }), { makes: true });
    printUsers([made.account], format, t, passwordLink(made.tempId));
    return say(t('cli.user.createdWithLink', { email }));
  }
  const lng = languageOf(process.argv, process.env);
  const { createdAt } = await withServices(() => inviteAccount(OPERATOR, email, lng));
  printRows([{ email, createdAt }], format);
  say(t('cli.user.invited', { email }));
}

import { email as emailSchema } from '#app/schemas/accounts.ts';
import { createAccount } from '#app/services/administration/create-account.ts';
import { checked, readNewPassword } from '#cli/output/new-password.ts';
import { passwordLink } from '#cli/output/password-link.ts';
import type { Format } from '#cli/output/rows.ts';
import { printUsers } from '#cli/output/users.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = { admin?: boolean; passwordStdin?: boolean; link?: boolean; format: Format };

export async function userCreateCommand(address: string, options: Options): Promise<void> {
  const { t, say } = terminal();
  const email = checked(emailSchema, 'email', address);
  const password = await readNewPassword(options, t);
  const { account, tempId } = await withServices(
    () => createAccount({ email, password, isAdmin: options.admin ?? false }),
    { makes: true },
  );
  printUsers([account], options.format, t, passwordLink(tempId));
  say(t(tempId ? 'cli.user.createdWithLink' : 'cli.user.created', { email }));
}

import { OPERATOR } from '#app/services/access/administrator.ts';
import { setPassword } from '#app/services/administration/set-password.ts';
import { readNewPassword } from '#cli/output/new-password.ts';
import { passwordLink } from '#cli/output/password-link.ts';
import type { Format } from '#cli/output/rows.ts';
import { printUsers } from '#cli/output/users.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = { passwordStdin?: boolean; link?: boolean; format: Format };

export async function userResetPasswordCommand(email: string, options: Options): Promise<void> {
  const { t, say } = terminal();
  const password = await readNewPassword(options, t);
  const { account, tempId } = await withServices(() => setPassword(OPERATOR, email, password));
  printUsers([account], options.format, t, passwordLink(tempId));
  say(t(tempId ? 'cli.user.createdWithLink' : 'cli.user.passwordReset', { email: account.email }));
}

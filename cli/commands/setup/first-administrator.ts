import { createAccount } from '#app/services/administration/create-account.ts';
import { faultText } from '#cli/exit.ts';
import { passwordLink } from '#cli/output/password-link.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Account = { email: string; password: string | null };

/**
 * Creates an administrator in the installation that was set up; without a password, prints a link to choose one.
 * Returns false after printing a failure: the file is already written, so the next steps name the command to repeat.
 */
export async function createFirstAdministrator(account: Account, variables: Record<string, string>): Promise<boolean> {
  const { t, say } = terminal();
  Object.assign(process.env, variables);
  try {
    const { tempId } = await withServices(() => createAccount({ ...account, isAdmin: true }), { makes: true });
    if (tempId !== null) process.stdout.write(`${passwordLink(tempId).link}\n`);
    say(t(tempId === null ? 'cli.user.created' : 'cli.user.createdWithLink', { email: account.email }));
    return true;
  } catch (error) {
    say(t('cli.setup.noAdministrator', { email: account.email, reason: faultText(error, t) }));
    process.exitCode = 1;
    return false;
  }
}

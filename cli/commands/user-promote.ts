import { promoteAccounts } from '#app/services/accounts/promote-account.ts';
import { terminal, withServices } from '#cli/with-services.ts';

export async function userPromoteCommand(emails: string[]): Promise<void> {
  const { t, say } = terminal();
  await withServices(() => promoteAccounts(emails));
  for (const email of emails) say(t('cli.user.promoted', { email }));
}

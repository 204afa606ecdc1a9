import { OPERATOR } from '#app/services/access/administrator.ts';
import { deleteAccounts, previewDeletion } from '#app/services/administration/delete-account.ts';
import { requireConfirmation } from '#cli/output/confirm.ts';
import type { Format } from '#cli/output/rows.ts';
import { printUsers } from '#cli/output/users.ts';
import { terminal, withServices } from '#cli/with-services.ts';

export async function userDeleteCommand(
  emails: string[],
  { yes, format }: { yes?: boolean; format: Format },
): Promise<void> {
  const { t, say } = terminal();
  const users = await withServices(async () => {
    const accounts = await previewDeletion(OPERATOR, emails);
    const names = accounts.map(({ email }) => email).join(', ');
    await requireConfirmation(t('cli.user.deleteQuestion', { names }), { yes, t });
    return deleteAccounts(OPERATOR, emails);
  });
  printUsers(users, format, t);
  for (const { email, purgeAt } of users) say(t('cli.user.deleted', { email, date: purgeAt?.slice(0, 10) ?? '' }));
}

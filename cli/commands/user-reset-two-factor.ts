import { resetTwoFactor } from '#app/services/accounts/reset-two-factor.ts';
import { terminal, withServices } from '#cli/with-services.ts';

export async function userResetTwoFactorCommand(email: string): Promise<void> {
  const { t, say } = terminal();
  await withServices(() => resetTwoFactor(email));
  say(t('cli.user.twoFactorReset', { email }));
}

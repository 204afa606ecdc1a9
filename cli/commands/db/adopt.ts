import { adoptInstallation, isTrialCopy, requireOwnPlace } from '#app/services/maintenance/installation/recognise.ts';
import { requireConfirmation } from '#cli/output/confirm.ts';
import { terminal, withServices } from '#cli/with-services.ts';

/** Stores the environment's secret and storage as those of the database. */
export async function adoptCommand({ yes }: { yes?: boolean }): Promise<void> {
  const { t, say } = terminal();
  const isOwn = await withServices(async () => {
    const mismatch = await requireOwnPlace().catch((error: Error) => error);
    if (!mismatch && !(await isTrialCopy())) return true;
    say(mismatch?.message ?? t('cli.installation.trial'));
    await requireConfirmation(t('cli.installation.question'), { yes, t });
    await adoptInstallation();
    return false;
  }, 'schema');
  say(t(isOwn ? 'cli.installation.same' : 'cli.installation.adopted'));
}

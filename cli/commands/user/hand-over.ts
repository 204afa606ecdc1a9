import { OPERATOR } from '#app/services/access/administrator.ts';
import { type HandedOver, handOverAccount, previewAccount } from '#app/services/accounts/hand-over-account.ts';
import { requireConfirmation } from '#cli/output/confirm.ts';
import { type Format, printRows } from '#cli/output/rows.ts';
import { terminal, withServices } from '#cli/with-services.ts';

type Options = { yes?: boolean; dryRun?: boolean; format: Format };

export async function userHandOverCommand(from: string, to: string, options: Options): Promise<void> {
  const { yes, dryRun, format } = options;
  const { t, say } = terminal();
  const given = await withServices(async () => {
    const preview = await previewAccount(OPERATOR, { from, to });
    if (dryRun || preview.branches === 0) return preview;
    const values = { from: preview.from, to: preview.to, count: preview.documents };
    await requireConfirmation(t('cli.user.handOverQuestion', values), { yes, t });
    return handOverAccount(OPERATOR, { from, to });
  });
  print(given, format);
  const values = { from: given.from, to: given.to, count: given.documents };
  say(t(dryRun ? 'cli.user.wouldHandOver' : 'cli.user.handedOver', values));
}

function print(given: HandedOver, format: Format): void {
  const { t } = terminal();
  const readable = {
    [t('cli.user.columns.from')]: given.from,
    [t('cli.user.columns.to')]: given.to,
    [t('cli.user.columns.branches')]: given.branches,
    [t('cli.user.columns.documents')]: given.documents,
  };
  printRows([format === 'table' ? readable : given], format);
}

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { TFunction } from 'i18next';
import { AUDIT_AREAS, AUDIT_KINDS } from '#app/schemas/audit-kinds.ts';
import { addListOptions, day, examples, run, wholeNumber } from '#cli/commands/options.ts';

/** Declares `arbor audit`: flags and help. */
export function declareAudit(program: Command, t: TFunction): void {
  const kinds = [...AUDIT_AREAS, ...AUDIT_KINDS];
  addListOptions(program.command('audit').description(t('cli.audit.description')), t)
    .option('--user <email>', t('cli.audit.person'))
    .addOption(new Option('--kind <kind>', t('cli.audit.kind')).argParser((value) => kindOf(value, kinds)))
    .option('--from <YYYY-MM-DD>', t('cli.audit.from'), day)
    .option('--to <YYYY-MM-DD>', t('cli.audit.to'), day)
    .option('--limit <number>', t('cli.audit.limit'), wholeNumber)
    .addHelpText(
      'after',
      examples('arbor audit --kind session.fail --from 2026-11-01', 'arbor audit --user ada@example.com --json'),
    )
    .action(run(async () => (await import('#cli/commands/audit/list.ts')).auditCommand));
}

function kindOf(value: string, kinds: string[]): string {
  if (kinds.includes(value)) return value;
  throw new InvalidArgumentError(kinds.join(', '));
}

import { wrapCommand } from '#cli/output/wrap-text.ts';
import { terminal } from '#cli/with-services.ts';

type Done = { passphrase?: boolean; hasAdministrator?: boolean };

/** Prints what to do with the file: for the unit's file the unit, else `node --env-file`. */
export function nextSteps(file: string, { passphrase = false, hasAdministrator = false }: Done = {}): void {
  const { t, say } = terminal();
  const width = process.stderr.isTTY ? process.stderr.columns : Number.POSITIVE_INFINITY;
  // Commands are not wrapped as text, so that they can be copied.
  const command = (line: string) => void process.stderr.write(`${wrapCommand(line, width)}\n`);
  const cli = `node --env-file=${quoted(file)} cli/bin.js`;
  if (passphrase) say(t('cli.setup.next.passphrase'));
  if (file.startsWith('/etc/')) {
    say(t('cli.setup.next.unit'));
    if (file !== '/etc/arbor.env') command(`install -m 600 ${quoted(file)} /etc/arbor.env`);
    command('systemctl enable --now arbor');
    say(t('cli.setup.next.unitAccount'));
    return;
  }
  say(t('cli.setup.next.start'));
  command(`node --env-file=${quoted(file)} scripts/start.js`);
  say(t('cli.setup.next.check'));
  command(`${cli} doctor`);
  if (!hasAdministrator) {
    say(t('cli.setup.next.administrator'));
    command(`${cli} user create ada@example.com --admin --link`);
  }
  say(t('cli.setup.next.asService'));
}

const quoted = (file: string) => (/^[\w@%+:,./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`);

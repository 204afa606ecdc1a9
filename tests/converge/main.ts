import { parseArgs } from 'node:util';
import { converge, faultsOf } from '#tests/converge/converge.ts';
import { freePort } from '#tests/support/postgres.ts';
import { SECRET } from '#tests/support/secret.ts';
import { startServer } from '#tests/support/server.ts';

// `npm run fuzz:live -- --acts 2000 --seed 1 --clients 6`: random concurrent editing. Exits with 1 on a loss. Uses
// SQLite, or the database of `--database` with two processes, one of which is killed halfway.
const { values } = parseArgs({
  options: {
    acts: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    clients: { type: 'string', default: '6' },
    database: { type: 'string' },
  },
});
// Accounts are made in this process, with the servers' secret.
process.env.SESSION_SECRET = SECRET;
const first = await startServer({ DATABASE_URL: values.database });
const beside = (port: number | string) =>
  startServer({ DATABASE_URL: values.database, DATA_DIR: first.dataDir, PORT: String(port) });
let second = values.database ? await beside(await freePort()) : null;
const kill = async () => {
  await second!.stop('SIGKILL');
  // On the same port, so that its clients find their way back.
  second = await beside(new URL(second!.url).port);
  return second;
};
try {
  const plan = { acts: Number(values.acts), seed: Number(values.seed), clients: Number(values.clients) };
  const outcome = await converge(second ? [first, second] : [first], plan, second ? kill : undefined);
  const faults = faultsOf(outcome);
  process.stdout.write(`seed ${values.seed}: ${outcome.acts} acts, ${outcome.words} words, ${faults.length} faults\n`);
  if (faults.length > 0) {
    process.stdout.write(`${faults.join('\n')}\n\n${outcome.text}\n`);
    process.exitCode = 1;
  }
} finally {
  await second?.stop();
  await first.remove();
}

import { setTimeout as wait } from 'node:timers/promises';
import { attacksBy } from '#tests/stall/attacks.ts';
import { longestWaitDuring } from '#tests/stall/longest-wait.ts';
import { Client } from '#tests/support/client.ts';
import { newestCode } from '#tests/support/outbox.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

// `npm run stall`: sends each input to the built server while another client requests `/healthz` every 20 ms.
// Meaningful only on idle cores. Exits with 1 above the goal.
const GOAL_MS = 150;
/** `npm run stall -- merge` selects one kind of work. */
const [wanted] = process.argv.slice(2);

/** Signs up like `signUpOver`, without the test runner. */
async function signUp({ url, dataDir }: RunningServer): Promise<Client> {
  const [person, email] = [new Client(url), 'stall@example.com'];
  await person.api.post('/api/auth/register', { email, password: 'Secret-Garden-1' });
  for (;;) {
    const code = await newestCode(dataDir, email).catch(() => null);
    if (code) await person.api.post('/api/auth/code/validate', { email, code, type: 'register' });
    if (code) return person;
    await wait(50);
  }
}

/** Returns the longest stall in ms that the server logged (from 200 ms), or 0. */
function stallIn(output: string): number {
  const stalls = output.split('\n').filter((line) => line.includes('event-loop-stalled'));
  return Math.max(0, ...stalls.map((line) => Number(/"stalledMs":(\d+)/.exec(line)?.[1] ?? 0)));
}

const server = await startServer();
let worst = 0;
try {
  const person = await signUp(server);
  const attacks = await attacksBy(person, { copied: 300 });
  process.stdout.write('| kind | input | took ms | longest wait ms | stall ms |\n|---|---|---:|---:|---:|\n');
  for (const { kind, name, prepare, run } of attacks.filter(({ kind }) => wanted === undefined || kind === wanted)) {
    await prepare?.();
    const heard = server.output().length;
    const startedAt = performance.now();
    const longest = await longestWaitDuring(server.url, run);
    worst = Math.max(worst, longest);
    const tookMs = Math.round(performance.now() - startedAt);
    process.stdout.write(
      `| ${kind} | ${name} | ${tookMs} | ${Math.round(longest)} | ${stallIn(server.output().slice(heard))} |\n`,
    );
  }
} finally {
  await server.remove();
}
process.stdout.write(`\nLongest wait: ${Math.round(worst)} ms, goal ${GOAL_MS} ms\n`);
process.exitCode = worst > GOAL_MS ? 1 : 0;

// `npm run timing`: tests whether response times reveal which addresses have an account. Prints the median per kind of
// address and the largest ratio; exits 1 above 1.15.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hashPassword } from '#app/services/sign-in/password-hash.ts';
import { newUser } from '#app/services/sign-in/register-account.ts';
import { connect, disconnect, models } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import { buildArbor, ROOT } from '#tests/bench/build-arbor.ts';
import { median } from '#tests/bench/measure.ts';
import { type Served, serve } from '#tests/bench/process.ts';

const LARGEST_RATIO = 1.15;
const PASSWORD = 'Secret-Garden-1';
const KINDS = ['unknown', 'known', 'without password', 'suspended'] as const;
type Kind = (typeof KINDS)[number];
const CALLS = {
  login: { path: '/api/auth/login', body: (email: string) => ({ email, password: 'Wrong-Password-1' }) },
  register: { path: '/api/auth/register', body: (email: string) => ({ email, password: 'Other-Password-1' }) },
  'forgot-password': { path: '/api/auth/forgot-password', body: (email: string) => ({ email }) },
  'code/send': { path: '/api/auth/code/send', body: (email: string) => ({ email, type: 'reset-password' }) },
};
type Call = keyof typeof CALLS;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } });
const rounds = Number(values.rounds);
// Returns the address of a call's own account, as a second mail to an address within a minute takes another path.
const emailOf = (call: Call, kind: Kind, round: number) =>
  `${call}-${kind}-${round}@example.com`.replace(/[\s/]/g, '-');

async function fillAccounts(): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  const now = Date.now();
  const accounts = (Object.keys(CALLS) as Call[]).flatMap((call) =>
    Array.from({ length: rounds }, (_, round) => [
      { ...newUser(emailOf(call, 'known', round)), passwordHash, verifiedAt: now },
      { ...newUser(emailOf(call, 'without password', round)), verifiedAt: now },
      { ...newUser(emailOf(call, 'suspended', round)), passwordHash, verifiedAt: now, status: 'SUSPENDED' as const },
    ]).flat(),
  );
  await (await models()).User.bulkCreate(accounts);
}

/** Milliseconds of one call from a fresh client. */
async function timed({ origin }: Served, call: Call, email: string): Promise<number> {
  const { path, body } = CALLS[call];
  const pair = /XSRF-TOKEN=([^;]+)/.exec((await fetch(`${origin}/api/auth/me`)).headers.getSetCookie().join('; '))![1]!;
  const startedAt = performance.now();
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': pair, Cookie: `XSRF-TOKEN=${pair}` },
    body: JSON.stringify(body(email)),
  });
  await answer.text();
  if (answer.status !== 200 && answer.status !== 400) throw new Error(`${call} answered ${answer.status}`);
  return performance.now() - startedAt;
}

function shuffled<T>(values: readonly T[]): T[] {
  const drawn = values.map((value) => ({ value, lot: Math.random() }));
  return drawn.sort((a, b) => a.lot - b.lot).map(({ value }) => value);
}

async function measure(served: Served, call: Call): Promise<number> {
  const times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Shuffled, so that changes of the machine's speed and pending mail affect all kinds alike.
    for (const kind of shuffled(KINDS)) times.get(kind)!.push(await timed(served, call, emailOf(call, kind, round)));
  }
  const medians = KINDS.map((kind) => median(times.get(kind)!));
  const ratio = Math.max(...medians) / Math.min(...medians);
  const each = KINDS.map((kind, index) => `${kind} ${medians[index]!.toFixed(2)} ms`).join(', ');
  process.stdout.write(`${call}: ${each}; largest ratio ${ratio.toFixed(3)}\n`);
  return ratio;
}

const dataDir = mkdtempSync(join(tmpdir(), 'arbor-timing-'));
process.env.DATA_DIR = dataDir;
let served: Served | undefined;
try {
  buildArbor();
  connect({ dataDir });
  await migrate();
  await fillAccounts();
  await disconnect();
  const env = { PORT: '0', DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' };
  served = await serve({ args: [join(ROOT, 'build/server/server.js')], env });
  const ratios: number[] = [];
  for (const call of Object.keys(CALLS) as Call[]) ratios.push(await measure(served, call));
  process.exitCode = Math.max(...ratios) > LARGEST_RATIO ? 1 : 0;
} finally {
  await served?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

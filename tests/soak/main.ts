import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { residentMegabytes } from '#tests/bench/process.ts';
import { type Ask, writeAsPeople } from '#tests/soak/people-at-work.ts';
import { SECRET } from '#tests/support/secret.ts';
import { startServer } from '#tests/support/server.ts';

// `npm run soak -- --minutes 30`: finds how many requests a second the server answers, then asks for a share of that and
// prints memory, errors and CPU. Variables of the environment named OTEL_… reach the server. Ends with 1 if a request
// failed or memory grew by more than a tenth after the first third.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    share: { type: 'string', default: '0.7' },
    seconds: { type: 'string', default: '20' },
  },
});
const AT_ONCE = 8;
const SAMPLE_MS = 5000;
const GROWTH_MAX = 1.1;
const TICKS_A_SECOND = 100;

process.env.SESSION_SECRET = SECRET;
const tell = (line: string) => process.stdout.write(`${line}\n`);
const traced = Object.entries(process.env).filter(([name]) => name.startsWith('OTEL_'));
const server = await startServer({
  ...Object.fromEntries(traced),
  ...(traced.length > 0 ? { TRUST_PROXY: 'loopback' } : {}),
});

/** CPU time of the server in seconds. */
function cpuSeconds(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** Asks until the time is over: without a rate as fast as answers come. Returns the number of answers. */
async function ask(asks: Ask[], ms: number, aSecond: number | null): Promise<number> {
  const from = performance.now();
  let sent = 0;
  let answered = 0;
  const work = async () => {
    while (performance.now() - from < ms) {
      const nth = sent;
      sent += 1;
      if (aSecond !== null) await wait(Math.max(0, (nth / aSecond) * 1000 - (performance.now() - from)));
      await asks[nth % asks.length]!();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answered;
}

const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

const people = await writeAsPeople(server);
try {
  const secondsOfCapacity = Number(values.seconds);
  // The first answers compile code.
  await ask(people.asks, 5000, null);
  const capacity = (await ask(people.asks, secondsOfCapacity * 1000, null)) / secondsOfCapacity;
  const rate = capacity * Number(values.share);
  tell(`capacity ${capacity.toFixed(0)} requests/s; asking for ${rate.toFixed(0)} for ${values.minutes} minutes`);
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(residentMegabytes(server.pid)), SAMPLE_MS);
  const [cpuBefore, from] = [cpuSeconds(), performance.now()];
  const answered = await ask(people.asks, Number(values.minutes) * 60_000, rate);
  const [cpu, seconds] = [cpuSeconds() - cpuBefore, (performance.now() - from) / 1000];
  clearInterval(timer);
  const third = Math.floor(memory.length / 3);
  const [middle, last] = [mean(memory.slice(third, 2 * third)), mean(memory.slice(2 * third))];
  const { errors, letters, converged } = await people.end();
  const isFlat = third === 0 || last <= middle * GROWTH_MAX;
  tell(
    `${answered} requests in ${seconds.toFixed(0)} s (${(answered / seconds).toFixed(0)}/s), ${letters} letters written live`,
  );
  tell(`CPU ${((cpu * 1000) / answered).toFixed(2)} ms a request, ${((100 * cpu) / seconds).toFixed(0)} % of a core`);
  const shown = [0, 1, 2, 3, 4, 5, 6].map((nth) => memory[Math.floor((nth * (memory.length - 1)) / 6)] ?? 0);
  tell(`memory in MB over time: ${shown.map((each) => each.toFixed(0)).join(' ')}`);
  tell(`memory: middle third ${middle.toFixed(0)}, last third ${last.toFixed(0)} MB (× ${(last / middle).toFixed(3)})`);
  tell(`errors: ${errors.length}${converged ? '' : ', and the shared texts differ'}`);
  for (const error of new Set(errors.slice(0, 10))) tell(`  ${error}`);
  if (errors.length > 0 || !converged || !isFlat) process.exitCode = 1;
} finally {
  await people.end();
  await server.remove();
}

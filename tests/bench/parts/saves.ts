import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Outcome } from '#tests/bench/bench.ts';
import { type Goal, goal } from '#tests/bench/goals/goal.ts';
import { load, median, percentile, type Sample, type Target } from '#tests/bench/measure.ts';
import { operations } from '#tests/bench/operations.ts';
import { MANY, ratio, typical } from '#tests/bench/rounds.ts';

const ROUNDS = 3;
const ROUND_SECONDS = 2.5;
const STRAIGHT_SAVES = 150;
const EDITED = 20;
const TICK_MS = 10;

/** Module that prepares the parser for the straight save, which runs from source instead of the build. */
const PARSER = join(import.meta.dirname, '../plain-fields.ts');

type Samples = Record<'straight' | 'whole' | 'edit' | 'beside', Sample[]>;

/** Each round has texts of its own, as a text replaced by itself would cost less. */
function straight(dataDir: string, round: number): Sample {
  const script = join(import.meta.dirname, '../baseline/save-straight.ts');
  const options = ['--import', PARSER, script, dataDir, String(STRAIGHT_SAVES), String(round * 1000)];
  const { status, stdout } = spawnSync(process.execPath, options, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir },
  });
  if (status !== 0) throw new Error('The straight saves failed');
  const times = (JSON.parse(String(stdout)) as number[]).sort((a, b) => a - b);
  const seconds = times.reduce((sum, each) => sum + each, 0) / 1000;
  return { perSecond: times.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function withCpu(pid: number, target: Target): Promise<{ sample: Sample; cpu: number }> {
  const from = cpuMs(pid);
  const sample = await load(target, 1, ROUND_SECONDS);
  return { sample, cpu: (cpuMs(pid) - from) / (sample.perSecond * ROUND_SECONDS) };
}

/** P6 and P6b: saves beside the same work done straight, and saves while many connections read pages. */
export async function benchSaves(bench: Bench): Promise<Outcome> {
  const { where, signedIn, levels } = await bench.site('sqlite', 1000);
  const copy = join(bench.folder, 'straight');
  cpSync(where.dataDir, copy, { recursive: true });
  const server = await bench.start(where);
  const { origin } = server;
  const ids = levels.flat();
  const saving = { origin, headers: { ...signedIn.headers, 'Content-Type': 'application/json' } };
  const whole: Target = { ...saving, calls: { saves: ids.slice(EDITED) } };
  const edit: Target = { ...saving, calls: { edits: ids.slice(0, EDITED) } };
  const pages = operations(origin, signedIn, levels, '/').find(({ key }) => key === 'document')!.target;
  bench.step('Measuring saves');
  for (const target of [whole, edit, pages]) await load(target, 4, ROUND_SECONDS);
  const samples: Samples = { straight: [], whole: [], edit: [], beside: [] };
  const cpu = { whole: [] as number[], edit: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    samples.straight.push(straight(copy, round));
    for (const [name, target] of Object.entries({ whole, edit })) {
      const found = await withCpu(server.pid, target);
      samples[name as 'whole'].push(found.sample);
      cpu[name as 'whole'].push(found.cpu);
    }
    const [beside] = await Promise.all([load(whole, 1, ROUND_SECONDS * 2), load(pages, MANY, ROUND_SECONDS * 2)]);
    samples.beside.push(beside);
  }
  await server.stop();
  const rows = Object.entries(samples).map(([name, list]) => {
    const { p50, p99, perSecond } = typical(list);
    return `${name.padEnd(10)} p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  ${perSecond.toFixed(1)} /s`;
  });
  const cpuText = `CPU of the server: ${median(cpu.whole).toFixed(1)} ms a save, ${median(cpu.edit).toFixed(1)} ms of one word`;
  return { goals: goalsOf(samples), text: [...rows, cpuText].join('\n'), figures: { samples, cpu } };
}

function goalsOf({ straight, whole, edit, beside }: Samples): Goal[] {
  const tail = median(whole.map(({ p50, p99 }) => p99 / p50));
  const readers = `save beside ${MANY} readers`;
  return [
    ...goal('P6', 'save, p50 ÷ done straight', ratio(whole, straight, 'p50'), { atMost: 1.5 }),
    ...goal('P6', 'save of one word, p50 ÷ done straight', ratio(edit, straight, 'p50'), { atMost: 1 }),
    ...goal('P6', 'save, p99 ÷ its p50', tail, { atMost: 4 }),
    ...goal('P6b', `${readers}, p50 ÷ alone`, ratio(beside, whole, 'p50'), { atMost: 3 }),
    ...goal('P6b', `${readers}, rate ÷ alone`, ratio(beside, whole, 'perSecond'), { atLeast: 0.4 }),
  ];
}

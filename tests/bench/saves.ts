import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type SignedIn, signUp } from '#tests/bench/account.ts';
import { ROOT } from '#tests/bench/build-arbor.ts';
import { fill } from '#tests/bench/fill.ts';
import { type Call, load, median, percentile, type Sample, type Target } from '#tests/bench/measure.ts';
import { operations } from '#tests/bench/operations.ts';
import { MANY, typical } from '#tests/bench/rounds.ts';
import { changeOneWord, wholeTexts } from '#tests/bench/saved-texts.ts';
import { startArbor } from '#tests/bench/servers.ts';

const ROUNDS = 3;
const ROUND_SECONDS = 2.5;
const STRAIGHT_SAVES = 150;
const EDITED = 20;
const TICK_MS = 10;

type Case = 'straight' | 'whole' | 'edit' | 'beside';
/** Samples of each round; `cpu` is the server's milliseconds of CPU per save, without readers. */
export type SavesFound = { samples: Record<Case, Sample[]>; cpu: { whole: number; edit: number } };
type Rule = [id: string, name: string, value: number, limit: number, isFloor?: boolean];

/** Each round has texts of its own, as a text replaced by itself would cost less. */
function straight(dataDir: string, round: number): Sample {
  const script = join(import.meta.dirname, 'baseline/save-straight.ts');
  const { status, stdout } = spawnSync(
    process.execPath,
    [script, dataDir, String(STRAIGHT_SAVES), String(round * 1000)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, DATA_DIR: dataDir },
    },
  );
  if (status !== 0) throw new Error('The straight saves failed');
  const times = (JSON.parse(String(stdout)) as number[]).sort((a, b) => a - b);
  const seconds = times.reduce((sum, each) => sum + each, 0) / 1000;
  return { perSecond: times.length / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

const patch = (id: string, content: string): Call => ({
  method: 'PATCH',
  path: `/api/documents/${id}`,
  body: JSON.stringify({ content }),
});

function targetsOf(origin: string, { headers }: SignedIn, ids: string[]): { whole: Target; edit: Target } {
  const texts = wholeTexts();
  const edited = ids.slice(0, EDITED).map((id, nth) => ({ id, text: texts(nth) }));
  const replaced = ids.slice(EDITED);
  let saved = 0;
  const whole = () => {
    saved += 1;
    return patch(replaced[(saved * 7) % replaced.length]!, texts(saved));
  };
  const edit = () => {
    saved += 1;
    const { id, text } = edited[saved % EDITED]!;
    return patch(id, changeOneWord(text, Math.floor(saved / EDITED)));
  };
  const saving = { origin, headers: { ...headers, 'Content-Type': 'application/json' } };
  return { whole: { ...saving, calls: whole }, edit: { ...saving, calls: edit } };
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

/** Measures saves alone, saves of one word, and saves while many connections read pages. */
export async function benchSaves(folder: string, documents: number, step: (text: string) => void): Promise<SavesFound> {
  const [dataDir, copy] = [join(folder, 'data'), join(folder, 'straight')];
  mkdirSync(dataDir);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  step(`Writing ${documents} documents`);
  const first = await startArbor(dataDir);
  const signedIn = await signUp(first.origin, dataDir);
  const levels = await fill({ dataDir }, signedIn.actor, documents);
  await first.stop();
  cpSync(dataDir, copy, { recursive: true });
  const server = await startArbor(dataDir);
  try {
    const pages = operations(server.origin, signedIn, levels, '/').find(({ key }) => key === 'document')!.target;
    const { whole, edit } = targetsOf(server.origin, signedIn, levels.flat());
    step('Measuring');
    for (const target of [whole, edit, pages]) await load(target, 4, ROUND_SECONDS);
    const samples: SavesFound['samples'] = { straight: [], whole: [], edit: [], beside: [] };
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
    return { samples, cpu: { whole: median(cpu.whole), edit: median(cpu.edit) } };
  } finally {
    await server.stop();
  }
}

/** Returns P6 and P6b with their limits; each is the median of the ratios of the rounds. */
function rulesOf({ samples }: SavesFound): Rule[] {
  const { straight, whole, edit, beside } = samples;
  const ratio = (ours: Sample[], theirs: Sample[], measure: keyof Sample = 'p50') =>
    median(ours.map((sample, round) => sample[measure] / theirs[round]![measure]));
  return [
    ['P6', 'save, p50 ÷ done straight', ratio(whole, straight), 1.5],
    ['P6', 'save of one word, p50 ÷ done straight', ratio(edit, straight), 1],
    ['P6', 'save, p99 ÷ its p50', median(whole.map(({ p50, p99 }) => p99 / p50)), 4],
    ['P6b', `save beside ${MANY} readers, p50 ÷ alone`, ratio(beside, whole), 3],
    ['P6b', `save beside ${MANY} readers, rate ÷ alone`, ratio(beside, whole, 'perSecond'), 0.4, true],
  ];
}

/** Results of `--only saves`. */
export function savesToText(found: SavesFound): string {
  const rows = Object.entries(found.samples).map(([name, samples]) => {
    const { p50, p99, perSecond } = typical(samples);
    return `${name.padEnd(10)} p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  ${perSecond.toFixed(1)} /s`;
  });
  const goals = rulesOf(found).map(([id, name, value, limit, isFloor]) => {
    const isMet = isFloor ? value >= limit : value <= limit;
    return `${isMet ? '✓' : '✗'} ${id.padEnd(4)} ${name.padEnd(40)} ${value.toFixed(2)}×  ${isFloor ? '≥' : '≤'} ${limit}×`;
  });
  const cpu = `CPU of the server: ${found.cpu.whole.toFixed(1)} ms a save, ${found.cpu.edit.toFixed(1)} ms of one word.`;
  return [...rows, '', cpu, '', ...goals, ''].join('\n');
}

/** Results of `--only saves --json`. */
export function savesToJson(found: SavesFound): object {
  const goals = rulesOf(found).map(([id, name, value, limit, isFloor = false]) => ({
    id,
    name,
    value,
    limit,
    isFloor,
  }));
  return { ...found, goals };
}

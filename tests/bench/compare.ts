// `npm run bench:check`: measures this tree beside another commit in the same rounds and fails where it is 1.3 times
// worse twice. `--against REF`; by default HEAD if there are changes, else the commit before it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Bench } from '#tests/bench/bench.ts';
import { buildArbor, ROOT } from '#tests/bench/build-arbor.ts';
import { withCleanUp } from '#tests/bench/clean-up.ts';
import { endLoads, type Target } from '#tests/bench/measure.ts';
import { type Key, operations } from '#tests/bench/operations.ts';
import { measureInRounds, ratio } from '#tests/bench/rounds.ts';
import { startArbor } from '#tests/bench/servers.ts';

const DOCUMENTS = 1000;
const WORSE = 1.3;
const COMPARED = new Set<Key>(['document', 'document-json', 'tree', 'search', 'save', 'public']);

const { values } = parseArgs({ options: { against: { type: 'string' } } });
const git = (...args: string[]) => {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed`);
  return stdout.trim();
};
const hasChanges = git('status', '--porcelain', '--untracked-files=no') !== '';
const against = values.against ?? (hasChanges ? 'HEAD' : 'HEAD~1');

/** Builds a commit in a tree of its own with the packages of this one. */
function buildCommit(tree: string): void {
  process.stderr.write(`Building ${against} …\n`);
  git('worktree', 'add', '--detach', tree, against);
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  const built = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: tree,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: '' },
  });
  if (built.status !== 0) throw new Error(`${against} did not build`);
}

type Compared = { name: string; rate: number; p50: number };

/** Measures both builds on copies of the same documents. A build that lacks a migration of this tree does not start. */
async function compare(bench: Bench, tree: string): Promise<Compared[]> {
  const { where, signedIn, levels, publicPath } = await bench.site('sqlite', DOCUMENTS);
  const copy = join(bench.folder, 'copy');
  cpSync(where.dataDir, copy, { recursive: true });
  const ours = bench.keep(await startArbor(where.dataDir));
  const theirs = bench.keep(await startArbor(copy, {}, tree));
  const targets = new Map<string, Target>();
  const names = new Map<string, string>();
  for (const { key, name, target } of operations(ours.origin, signedIn, levels, publicPath)) {
    if (!COMPARED.has(key)) continue;
    names.set(key, name);
    targets.set(`ours ${key}`, target);
    targets.set(`theirs ${key}`, { ...target, origin: theirs.origin });
  }
  bench.step('Measuring both');
  const found = await measureBoth(targets, names);
  const doubtful = new Map([...names].filter((_, nth) => isWorse(found[nth]!)));
  if (doubtful.size === 0) return found;
  bench.step('Measuring again what was worse');
  const again = await measureBoth(targets, doubtful);
  return found.map((one) => again.find(({ name }) => name === one.name) ?? one);
}

const isWorse = ({ rate, p50 }: Compared) => rate > WORSE || p50 > WORSE;

async function measureBoth(targets: Map<string, Target>, names: Map<string, string>): Promise<Compared[]> {
  const chosen = [...targets].filter(([side]) => names.has(side.split(' ')[1]!));
  const measured = await measureInRounds(new Map(chosen), async () => undefined);
  return [...names].map(([key, name]) => {
    const [mine, other] = [measured.get(`ours ${key}`)!, measured.get(`theirs ${key}`)!];
    return { name, rate: ratio(other.many, mine.many, 'perSecond'), p50: ratio(mine.one, other.one, 'p50') };
  });
}

const folder = mkdtempSync(join(tmpdir(), 'arbor-bench-check-'));
const tree = join(folder, 'tree');
const bench = new Bench(folder);
async function run(): Promise<void> {
  buildArbor();
  buildCommit(tree);
  const found = await compare(bench, tree);
  for (const compared of found) {
    const { name, rate, p50 } = compared;
    if (isWorse(compared)) process.exitCode = 1;
    const times = `p50 at 1 ${p50.toFixed(2)}×, time of a request at 16 ${rate.toFixed(2)}×`;
    process.stdout.write(`${isWorse(compared) ? '✗' : '✓'} ${name.padEnd(32)} ${times} of ${against}\n`);
  }
}

await withCleanUp(run, async () => {
  endLoads();
  await bench.end().finally(() => {
    spawnSync('git', ['worktree', 'remove', '--force', tree], { cwd: ROOT });
    rmSync(folder, { recursive: true, force: true });
  });
});

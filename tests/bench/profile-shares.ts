// Prints what the main threads of profiled servers spent their time on. `BENCH_PROFILE=FOLDER npm run bench -- --only
// first-view` writes a profile of each server to FOLDER; then `node tests/bench/profile-shares.ts FOLDER`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Node = { id: number; children?: number[]; callFrame: { functionName: string; url: string } };
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

/** The start of a server is no part of its work. */
const START_MICROSECONDS = 2_500_000;
const FUNCTIONS_SHOWN = 15;

const PARTS: [RegExp, string][] = [
  [/react-dom-server/, 'React'],
  [/sqlite-driver|sqlite3/, 'rows of SQLite'],
  [/^node:/, 'Node: HTTP, streams, compression'],
  [/./, 'the build: Arbor, React Router, packages'],
];
const SPECIAL = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'native code'],
]);

function partOf({ functionName, url }: Node['callFrame']): string | null {
  if (functionName === '(idle)') return null;
  return SPECIAL.get(functionName) ?? PARTS.find(([pattern]) => pattern.test(url))?.[1] ?? 'native code';
}

function add(to: Map<string, number>, name: string, amount: number): void {
  to.set(name, (to.get(name) ?? 0) + amount);
}

function show(title: string, found: Map<string, number>, most = Number.POSITIVE_INFINITY): void {
  const total = [...found.values()].reduce((sum, each) => sum + each, 0);
  const rows = [...found].sort(([, one], [, other]) => other - one).slice(0, most);
  process.stdout.write(`${title}\n`);
  for (const [name, amount] of rows) {
    const share = ((100 * amount) / total).toFixed(1).padStart(5);
    process.stdout.write(`${share} %  ${(amount / 1000).toFixed(0).padStart(6)} ms  ${name}\n`);
  }
}

/** The profile of a main thread ends with `.0.001.cpuprofile`. */
const isMainThread = (name: string) => /\.0\.\d+\.cpuprofile$/.test(name);

const folder = process.argv[2]!;
for (const name of readdirSync(folder).filter(isMainThread)) {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const [parts, functions] = [new Map<string, number>(), new Map<string, number>()];
  let at = 0;
  for (const [nth, id] of samples.entries()) {
    at += timeDeltas[nth]!;
    const frame = frames.get(id)!;
    const part = partOf(frame);
    if (at < START_MICROSECONDS || part === null) continue;
    add(parts, part, timeDeltas[nth]!);
    add(functions, `${frame.functionName || '(anonymous)'} ${frame.url.split('/').at(-1)}`, timeDeltas[nth]!);
  }
  show(name, parts);
  show('', functions, FUNCTIONS_SHOWN);
}

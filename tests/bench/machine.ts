import { spawnSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { ROOT } from '#tests/bench/build-arbor.ts';

export type Machine = { date: string; commit: string; cpu: string; memory: string; node: string; load: number };

const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();

/** Describes the machine, its load and the measured commit. */
export function thisMachine(): Machine {
  const changes = git('status', '--porcelain', '--untracked-files=no') ? ' with changes' : '';
  const cores = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: git('rev-parse', '--short', 'HEAD') + changes,
    cpu: `${cores.length} cores, ${cores[0]?.model ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 1024 ** 3)} GB`,
    node: process.version,
    load: Math.round(loadavg()[0]! * 100) / 100,
  };
}

export const machineText = ({ date, commit, cpu, memory, node, load }: Machine): string =>
  `${date} · commit ${commit} · ${cpu}, ${memory} · Node ${node} · load before ${load}`;

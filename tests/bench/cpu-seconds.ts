import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** CPU seconds by what they were used for. */
export type CpuSeconds = { server: number; database: number; load: number };
type Process = { pid: number; parent: number; name: string; seconds: number };

/** Returns the seconds that processes of this run have used so far; `server` is the id of the measured one. */
export function cpuSeconds(server: number): CpuSeconds {
  const processes = new Map(listProcesses().map((each) => [each.pid, each]));
  const found: CpuSeconds = { server: 0, database: 0, load: 0 };
  for (const { pid, name, seconds } of processes.values()) {
    const line = ancestors(processes, pid);
    if (line.includes(server)) found.server += seconds;
    else if (name === 'postgres') found.database += seconds;
    else if (line.includes(process.pid)) found.load += seconds;
  }
  return found;
}

/** Returns the share of one core that each used between two moments. */
export function sharesBetween(from: CpuSeconds, to: CpuSeconds, seconds: number): CpuSeconds {
  const share = (of: keyof CpuSeconds) => (to[of] - from[of]) / seconds;
  return { server: share('server'), database: share('database'), load: share('load') };
}

function ancestors(processes: Map<number, Process>, pid: number): number[] {
  const line: number[] = [];
  for (let at = processes.get(pid); at; at = processes.get(at.parent)) line.push(at.pid);
  return line;
}

function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [parse(readFileSync(`/proc/${name}/stat`, 'utf8'))];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

function parse(stat: string): Process {
  const [, pid, name, rest] = /^(\d+) \((.*)\) (.*)$/s.exec(stat)!;
  const fields = rest!.split(' ');
  const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  return { pid: Number(pid), parent: Number(fields[1]), name: name!, seconds };
}

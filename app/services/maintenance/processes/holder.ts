import { hostname } from 'node:os';
import { isRunning } from '#app/services/maintenance/processes/living-processes.ts';
import { newId } from '#app/services/new-id.ts';

/**
 * Holder names of this process. Its process id alone is not unique: in a container, an earlier process may have had the
 * same.
 */
const own = new Set<string>();

/** Makes the name under which this process holds a piece of work, `host:pid:id`. */
export function newHolder(): string {
  const holder = `${hostname()}:${process.pid}:${newId()}`;
  own.add(holder);
  return holder;
}

export const forgetHolder = (holder: string): boolean => own.delete(holder);

/** Returns `host:pid` of a holder; the holder itself if it has another form. */
export const processOf = (holder: string): string => /^(.+:\d+):[^:]+$/.exec(holder)?.[1] ?? holder;

/** Returns true if the process of a holder was on this machine and has ended. Others may have ended, too. */
export function isGone(holder: string): boolean {
  const [, host, pid] = /^(.+):(\d+):[^:]+$/.exec(holder) ?? [];
  if (!host || !pid) return false;
  const isOwn = host === hostname() && Number(pid) === process.pid;
  return isOwn ? !own.has(holder) : isRunning({ host, pid: Number(pid) }) === false;
}

/** A running request (by its route) or job. */
export type RunningWork = { kind: 'request' | 'job'; name: () => string };

const running = new Set<RunningWork>();
/** Work that ended since the last check and may have blocked the event loop before. */
const ended = new Set<RunningWork>();

/** Registers running work. Returns a function that removes it. */
export function noteWork(work: RunningWork): () => void {
  running.add(work);
  return () => {
    running.delete(work);
    ended.add(work);
  };
}

/** Returns the names of the running jobs. */
export const runningJobs = (): string[] => [...running].filter(({ kind }) => kind === 'job').map(({ name }) => name());

/** Returns the work that ran since the last check, each once, such as `request GET /doc/:docId`. */
export function workSinceLastLook(): string[] {
  const names = new Set([...running, ...ended].map(({ kind, name }) => `${kind} ${name()}`));
  ended.clear();
  return [...names];
}

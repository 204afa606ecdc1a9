/** A request (by its route) or a job that is under way. */
export type RunningWork = { kind: 'request' | 'job'; name: () => string };

const running = new Set<RunningWork>();
/** Ended since the last look: what blocked the event loop may have ended right after. */
const ended = new Set<RunningWork>();

/** Notes work from now until the function it returns is called. */
export function noteWork(work: RunningWork): () => void {
  running.add(work);
  return () => {
    running.delete(work);
    ended.add(work);
  };
}

/** What was under way since the last look, each once: `request GET /doc/:docId`. */
export function workSinceLastLook(): string[] {
  const names = new Set([...running, ...ended].map(({ kind, name }) => `${kind} ${name()}`));
  ended.clear();
  return [...names];
}

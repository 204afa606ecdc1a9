/** Maximum number of images decoded concurrently; each may take four bytes per pixel. */
const AT_ONCE = 2;

let busy = 0;
const waiting: (() => void)[] = [];

/** Runs image work, two at a time, in FIFO order. */
export async function runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
  if (busy >= AT_ONCE) await new Promise<void>((next) => waiting.push(next));
  else busy += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

const REMEMBERED_MS = 500;

/** Single-flight with a cache of half a second, as `/healthz` precedes every rate limit. */
export function cacheBriefly(ask: () => Promise<boolean>): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  return () => {
    if (answer) return answer;
    const forget = () => {
      answer = undefined;
    };
    answer = ask();
    setTimeout(forget, REMEMBERED_MS).unref();
    return answer;
  };
}

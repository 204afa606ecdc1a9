/** Runs work when the page is idle, after 2 s at most. */
export function whenIdle(work: () => unknown): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void work(), { timeout: 2000 });
  else setTimeout(work, 200);
}

import { renderOutdated } from '#app/services/documents/render-anew.ts';

/** Re-renders documents after an upgrade of the renderer. Otherwise there are none. */
export async function renderOutdatedJob(signal: AbortSignal): Promise<{ rendered: number }> {
  return { rendered: await renderOutdated(signal) };
}

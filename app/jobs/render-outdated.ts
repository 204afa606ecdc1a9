import { renderOutdated } from '#app/services/documents/render-anew.ts';

/** Renders documents again after an upgrade of the renderer; otherwise finds none. */
export async function renderOutdatedJob(signal: AbortSignal): Promise<{ rendered: number }> {
  return { rendered: await renderOutdated(signal) };
}

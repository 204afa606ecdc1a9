import { renderOutdated } from '#app/services/documents/render-anew.ts';

/** After an upgrade whose renderer makes other HTML; else it finds nothing. */
export async function renderOutdatedJob(signal: AbortSignal): Promise<{ rendered: number }> {
  return { rendered: await renderOutdated(signal) };
}

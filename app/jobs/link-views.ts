import { viewsCounted } from '#app/services/public-links/count-views.ts';

/** Writes buffered view counts of public links before the process exits. */
export async function writeLinkViews(): Promise<void> {
  await viewsCounted();
}

import { viewsCounted } from '#app/services/public-links/count-views.ts';

/** Before the process ends: views of public links it has counted and not yet written down. */
export async function writeLinkViews(): Promise<void> {
  await viewsCounted();
}

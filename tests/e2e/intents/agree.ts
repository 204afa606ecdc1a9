import { expect } from 'vitest';
import { Walk } from '#tests/e2e/intents/walk.ts';
import type { Stage } from '#tests/e2e/stage.ts';
import { PASSWORD } from '#tests/support/factories.ts';
import { letProofLapse } from '#tests/support/proof-lapse.ts';

/** Posts the forms of the terms: one person accepts them, another leaves instead. */
export async function agree(stage: Stage): Promise<void> {
  const ada = await Walk.openAs(stage, 'ada');
  await ada.goto('/starred');
  await ada.send('/terms accept', { tells: 'Terms accepted' });
  expect(new URL(ada.page.url()).pathname).toBe('/starred');
  await ada.context.close();
  const eve = await Walk.openAs(stage, 'eve');
  await letProofLapse(stage.server, eve.person);
  await eve.goto('/terms?prove=/terms');
  await eve.send('/terms prove', { fields: { proofPassword: PASSWORD } });
  await eve.send('/terms account-delete', { tells: 'Delete my account' });
  await eve.send('/terms account-delete', { fields: { password: PASSWORD } });
  await eve.context.close();
}

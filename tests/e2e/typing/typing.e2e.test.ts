import { expect, it } from 'vitest';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { fuzz } from '#tests/e2e/typing/fuzz.ts';

const stage = setOwnStage();

it('300 acts of a person at the editor lose, double and move no letter', async () => {
  const { found, acts } = await fuzz(stage.browser, stage.server, { seed: 14, acts: 300 });
  expect(found).toBeNull();
  expect(acts).toBe(300);
});

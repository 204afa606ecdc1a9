import { afterAll, beforeEach, expect } from 'vitest';
import { AiServer } from '#tests/support/ai-server.ts';
import { until } from '#tests/support/until.ts';

/** Starts a provider for a suite. Each test begins with its usual answer, no fault and no recorded call. */
export async function aiSuite(): Promise<AiServer> {
  const provider = await new AiServer().start();
  const { answer } = provider;
  beforeEach(() => {
    Object.assign(provider, { answer, finishReason: 'stop', trouble: null, abandoned: 0 });
    provider.charges.length = 0;
    provider.asked.length = 0;
  });
  afterAll(() => provider.stop());
  return provider;
}

/** Waits until `count` calls stall: the first call of a process loads the tokenizer. */
export const untilStalled = (provider: AiServer, count: number): Promise<void> =>
  until(() => expect(provider.stalled).toBe(count));

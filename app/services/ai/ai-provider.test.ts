import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnswerPart, ProviderFailure, streamAnswer } from '#app/adapters/ai-provider.ts';
import { countTokens } from '#app/services/ai/count-tokens.ts';
import { AiServer } from '#tests/support/ai-server.ts';
import { until } from '#tests/support/until.ts';

const provider = new AiServer();
beforeAll(async () => {
  await provider.start();
  Object.assign(process.env, provider.env);
});
afterAll(() => provider.stop());

const asked = {
  messages: [{ role: 'user' as const, content: 'Hello' }],
  answerTokens: 5,
  signal: new AbortController().signal,
};

async function collect(parts: AsyncGenerator<AnswerPart>): Promise<AnswerPart[]> {
  const collected: AnswerPart[] = [];
  for await (const part of parts) collected.push(part);
  return collected;
}

test('a provider that is silent too long is given up, and may have charged', async () => {
  provider.trouble = 'silence';
  const failure = await collect(streamAnswer({ ...asked, timeoutMs: 50 })).catch((error) => error);
  expect(failure).toBeInstanceOf(ProviderFailure);
  expect(failure).toMatchObject({ isCharged: true, status: undefined });
  await until(() => expect(provider.stalled).toBe(0));
});

test('leaving an answer early ends the call upstream', async () => {
  provider.trouble = 'stall';
  const before = provider.abandoned;
  for await (const part of streamAnswer(asked)) {
    expect(part.kind).toBe('text');
    break;
  }
  await until(() => expect(provider.abandoned).toBe(before + 1));
});

test('a provider that cannot be reached has charged nothing', async () => {
  await provider.stop();
  // A keep-alive connection may be reused once before its end is noticed; then the call may have been charged.
  await until(async () => {
    const failure = await collect(streamAnswer(asked)).catch((error) => error);
    expect(failure).toMatchObject({ name: 'ProviderFailure', isCharged: false });
  });
});

test('tokens are counted whatever stands in a text, special ones as text', async () => {
  expect(await countTokens('')).toBe(0);
  expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1);
  expect(await countTokens('a'.repeat(100_000))).toBeGreaterThan(5000);
});

import { afterAll, expect, test, vi } from 'vitest';
import type { AnswerPart } from '#app/adapters/ai-provider.ts';
import { countTokens } from '#app/services/ai/count-tokens.ts';
import { AiServer, MODEL } from '#tests/support/ai-server.ts';
import { until } from '#tests/support/until.ts';

const provider = await new AiServer().start();
const { env } = provider;
Object.assign(process.env, env);
// Another file of this worker may have read the configuration already.
vi.resetModules();
const { ProviderFailure, streamAnswer } = await import('#app/adapters/ai-provider.ts');
afterAll(async () => {
  for (const name of Object.keys(env)) delete process.env[name];
  vi.resetModules();
  await provider.stop();
});

const asked = {
  messages: [{ role: 'user' as const, content: 'Hello' }],
  models: [MODEL],
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
    if (part.kind === 'model') continue;
    expect(part.kind).toBe('text');
    break;
  }
  await until(() => expect(provider.abandoned).toBe(before + 1));
});

const models = ['small', 'medium', 'large'];

test('models are tried in turn until one answers: after a fault, a proxy’s page and silence', async () => {
  provider.trouble = null;
  provider.answer = 'Well';
  provider.troubles.set('small', 'fault').set('medium', 'web page');
  expect(await collect(streamAnswer({ ...asked, models }))).toMatchObject([
    { kind: 'failed', model: 'small', status: 500 },
    { kind: 'failed', model: 'medium', status: 502 },
    { kind: 'model', model: 'large' },
    { kind: 'text', text: 'Well' },
    { kind: 'usage' },
  ]);
  provider.troubles.clear();
  provider.troubles.set('small', 'silence');
  // The last model has no such limit, which a busy machine could exceed.
  const answered = await collect(streamAnswer({ ...asked, models: ['small', 'medium'], firstPartMs: 50 }));
  expect(answered.slice(0, 2)).toMatchObject([
    { kind: 'failed', model: 'small', status: undefined },
    { kind: 'model', model: 'medium' },
  ]);
  provider.troubles.clear();
});

test('no other model is tried once an answer has begun, or if the request itself is refused', async () => {
  provider.troubles.set('small', 'malformed event');
  provider.answer = 'Apples keep well.';
  const before = provider.asked.length;
  await expect(collect(streamAnswer({ ...asked, models }))).rejects.toThrow(ProviderFailure);
  expect(provider.asked.slice(before).map(({ model }) => model)).toEqual(['small']);
  const refused = collect(streamAnswer({ ...asked, models: ['unknown', 'small'] }));
  await expect(refused).rejects.toMatchObject({ status: 400, isCharged: false });
  provider.troubles.clear();
});

test.each(['web page', 'empty page'] as const)(
  'a proxy’s %s with status 200 is a fault that costs nothing',
  async (trouble) => {
    provider.trouble = trouble;
    const failure = await collect(streamAnswer(asked)).catch((error) => error);
    expect(failure).toMatchObject({ name: 'ProviderFailure', isCharged: false, status: 502 });
  },
);

test('a provider that cannot be reached has charged nothing', async () => {
  await provider.stop();
  // A keep-alive connection may be reused once before its end is noticed; then the call may have been charged.
  await until(async () => {
    const failure = await collect(streamAnswer(asked)).catch((error) => error);
    expect(failure).toMatchObject({ name: 'ProviderFailure', isCharged: false });
  });
});

test('a call that ended before it was sent has charged nothing', async () => {
  const refusedPort = await fetch('http://127.0.0.1:9/').catch((error) => error);
  expect(new ProviderFailure(refusedPort).isCharged).toBe(false);
  const isCharged = (code: string) =>
    new ProviderFailure(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })).isCharged;
  const before = ['ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'];
  expect(before.filter(isCharged)).toEqual([]);
  expect(['ECONNRESET', 'UND_ERR_SOCKET', 'UND_ERR_BODY_TIMEOUT'].every(isCharged)).toBe(true);
});

test('tokens are counted whatever stands in a text, special ones as text', async () => {
  expect(await countTokens('')).toBe(0);
  expect(await countTokens('<|endoftext|>')).toBeGreaterThan(1);
  expect(await countTokens('a'.repeat(100_000))).toBeGreaterThan(5000);
});

import { expect, test } from 'vitest';
import type { GenerationInput } from '#app/schemas/ai.ts';
import type { Actor } from '#app/services/actor.ts';
import { findAnswer } from '#app/services/ai/keep-answer.ts';
import { prepareCall } from '#app/services/ai/prepare-call.ts';
import { runCall } from '#app/services/ai/run-call.ts';
import { getQuota } from '#app/services/quotas/get-quota.ts';
import { aiSuite } from '#tests/support/ai-suite.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildUser } from '#tests/support/factories.ts';

const provider = await aiSuite();
Object.assign(process.env, provider.env);

async function ask(actor: Actor, input: GenerationInput) {
  const call = await prepareCall(actor, input);
  return runCall(call, { signal: new AbortController().signal, onText: () => undefined });
}

describeOnBoth('incomplete AI answers', () => {
  test('an answer at its longest length, and one about the beginning of a long text, are marked as cut', async () => {
    const owner = await buildUser();
    const document = await buildDocument({ owner, content: 'Apples and pears.' });
    const keep = { docId: document.id, action: 'improve', keep: true } as const;
    const whole = await ask(owner, keep);
    expect(whole).not.toHaveProperty('cut');
    expect(await findAnswer(owner, document.id, whole.requestId)).toMatchObject({ cut: null });
    provider.answer = 'one two three '.repeat(600);
    const ended = await ask(owner, keep);
    expect(ended).toMatchObject({ completionTokens: 1024, cut: 'answer' });
    expect(await findAnswer(owner, document.id, ended.requestId)).toMatchObject({ cut: 'answer' });
    provider.answer = 'A long text.';
    const { id: docId } = await buildDocument({ owner, content: 'long '.repeat(10_000) });
    expect(await ask(owner, { docId, action: 'summarize' })).toMatchObject({ cut: 'text' });
    expect(await ask(owner, { docId, action: 'continue' })).not.toHaveProperty('cut');
  });

  test('an answer that the provider ended early is marked as cut, whatever its reason; a complete one is not', async () => {
    const owner = await buildUser();
    const { id: docId } = await buildDocument({ owner, content: 'Apples and pears.' });
    for (const reason of ['content_filter', 'tool_calls', 'error']) {
      provider.finishReason = reason;
      expect(await ask(owner, { docId, action: 'improve' })).toMatchObject({ cut: 'early' });
    }
    provider.finishReason = 'model_length';
    expect(await ask(owner, { docId, action: 'improve' })).toMatchObject({ cut: 'answer' });
    for (const reason of ['stop', 'eos_token', '']) {
      provider.finishReason = reason;
      expect(await ask(owner, { docId, action: 'improve' })).not.toHaveProperty('cut');
    }
  });

  test('an answer of which a filter left no word is told as such, not as a service that did not answer', async () => {
    const owner = await buildUser();
    const { id: docId } = await buildDocument({ owner, content: 'Apples and pears.' });
    Object.assign(provider, { finishReason: 'content_filter', answer: '' });
    expect(await ask(owner, { docId, action: 'improve' })).toMatchObject({ cut: 'early' });
  });

  test('an answer without a word is a failure that costs what the provider reports', async () => {
    const owner = await buildUser();
    const { id: docId } = await buildDocument({ owner, content: 'Apples and pears.' });
    for (const answer of ['', ' ']) {
      provider.answer = answer;
      const failed = ask(owner, { docId, action: 'improve', keep: true });
      await expect(failed).rejects.toMatchObject({ error: 'unavailable', fields: { '': [{ key: 'ai.unreachable' }] } });
    }
    expect((await getQuota(owner.id)).monthlyUsed).toBe(provider.charged);
  });
});

import { expect, test } from 'vitest';
import type { GenerationInput } from '#app/schemas/ai.ts';
import type { Actor } from '#app/services/actor.ts';
import { findAnswer } from '#app/services/ai/keep-answer.ts';
import { prepareCall } from '#app/services/ai/prepare-call.ts';
import { runCall } from '#app/services/ai/run-call.ts';
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
});

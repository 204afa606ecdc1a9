import { expect, test } from 'vitest';
import type { GenerationInput } from '#app/schemas/ai.ts';
import { OPERATOR } from '#app/services/access/administrator.ts';
import type { Actor } from '#app/services/actor.ts';
import { prepareCall } from '#app/services/ai/prepare-call.ts';
import { awaitCalls, runCall } from '#app/services/ai/run-call.ts';
import { setMonthlyLimit } from '#app/services/quotas/change-quota.ts';
import { getQuota } from '#app/services/quotas/get-quota.ts';
import { changeShare } from '#app/services/shares/change-share.ts';
import { select } from '#db/connection.ts';
import type { AiTrouble } from '#tests/support/ai-server.ts';
import { aiSuite } from '#tests/support/ai-suite.ts';
import { describeOnBoth } from '#tests/support/database.ts';
import { buildDocument, buildShare, buildUser } from '#tests/support/factories.ts';
import { outcomeOf } from '#tests/support/outcome.ts';
import { until } from '#tests/support/until.ts';

const provider = await aiSuite();
Object.assign(process.env, provider.env);

type Row = { status: string; estimated: number | boolean; prompt: number; completion: number; requestId: string };
async function ledgerOf(actor: Actor): Promise<Row[]> {
  const rows = await select<Row>(
    `SELECT status, estimated, prompt_tokens AS prompt, completion_tokens AS completion, request_id AS "requestId"
     FROM ledger WHERE user_id = $id ORDER BY started_at, id`,
    { id: actor.id },
  );
  return rows.map((row) => ({
    ...row,
    estimated: Boolean(row.estimated),
    prompt: Number(row.prompt),
    completion: Number(row.completion),
  }));
}

const never = new AbortController().signal;
async function ask(actor: Actor, input: GenerationInput, signal = never) {
  let text = '';
  const call = await prepareCall(actor, input);
  const usage = await runCall(call, {
    signal,
    onText: (piece) => {
      text += piece;
    },
  });
  return { text, usage };
}

async function orchard() {
  const owner = await buildUser();
  const document = await buildDocument({ owner, title: 'Orchard', content: 'Apples and pears.\n\nPlums.' });
  return { owner, document };
}

describeOnBoth('AI on documents', () => {
  test('an answer is handed on as it comes, and its usage is in the ledger when it is told', async () => {
    const { owner, document } = await orchard();
    const { text, usage } = await ask(owner, { docId: document.id, action: 'summarize' });
    expect(text).toBe(provider.answer);
    expect(provider.charges).toEqual([{ promptTokens: usage.promptTokens, completionTokens: usage.completionTokens }]);
    expect(usage).toMatchObject({ estimated: false, totalTokens: provider.charged });
    expect(await ledgerOf(owner)).toEqual([
      {
        requestId: usage.requestId,
        status: 'done',
        estimated: false,
        prompt: usage.promptTokens,
        completion: usage.completionTokens,
      },
    ]);
    expect(await getQuota(owner.id)).toMatchObject({ monthlyUsed: provider.charged, reserved: 0 });
  });

  test('the text goes out between marks that the model is told hold data; the selection goes alone', async () => {
    const { owner, document } = await orchard();
    await ask(owner, { docId: document.id, action: 'summarize' });
    const [, mark] = /<(text-\d{9})>\nTitle: Orchard\n\nApples and pears/.exec(provider.lastPrompt) ?? [];
    expect(provider.asked[0]!.messages[0]).toMatchObject({
      role: 'system',
      content: expect.stringContaining(`<${mark}>`),
    });
    await ask(owner, { docId: document.id, action: 'improve', selection: 'Plums.' });
    expect(provider.lastPrompt).toContain('Plums.');
    expect(provider.lastPrompt).not.toContain('Apples');
    expect(provider.lastPrompt).not.toContain(mark);
  });

  test('a translation goes where it is asked to, or from Chinese to English and from others to Chinese', async () => {
    const { owner, document } = await orchard();
    await ask(owner, { docId: document.id, action: 'translate', lng: 'de' });
    expect(provider.lastPrompt).toContain('into German');
    await ask(owner, { docId: document.id, action: 'translate' });
    expect(provider.lastPrompt).toContain('into Chinese');
    await ask(owner, { docId: document.id, action: 'translate', selection: '苹果和梨。' });
    expect(provider.lastPrompt).toContain('into English');
  });

  test('the provider is asked for no more than was reserved for the answer', async () => {
    const { owner, document } = await orchard();
    await ask(owner, { docId: document.id, action: 'summarize' });
    expect(provider.asked[0]!.max_tokens).toBe(1024);
    const promptTokens = (await prepareCall(owner, { docId: document.id, action: 'summarize' })).promptTokens;
    const other = await buildUser();
    await buildShare({ owner, document, to: other });
    await setMonthlyLimit(OPERATOR, [other.id], promptTokens + 5);
    provider.answer = 'one two three four five six seven eight nine ten';
    const { usage } = await ask(other, { docId: document.id, action: 'summarize' });
    expect(provider.asked.at(-1)!.max_tokens).toBeLessThanOrEqual(6);
    expect(usage.totalTokens).toBeLessThanOrEqual(promptTokens + 5);
  });

  test('a call whose caller left before it was sent costs nothing', async () => {
    const { owner, document } = await orchard();
    const call = await prepareCall(owner, { docId: document.id, action: 'summarize' });
    await expect(runCall(call, { signal: AbortSignal.abort(), onText: () => undefined })).rejects.toThrow('aborted');
    expect(provider.asked).toEqual([]);
    expect(await ledgerOf(owner)).toMatchObject([{ status: 'aborted', prompt: 0, completion: 0 }]);
    expect(await getQuota(owner.id)).toMatchObject({ monthlyUsed: 0, reserved: 0 });
  });

  test('1100 comes before anything is sent; so does a document that is not to be seen', async () => {
    const { owner, document } = await orchard();
    await setMonthlyLimit(OPERATOR, [owner.id], 0);
    expect(await outcomeOf(prepareCall(owner, { docId: document.id, action: 'summarize' }))).toBe(
      'aiTokenLimitExceeded',
    );
    const stranger = await buildUser();
    expect(await outcomeOf(prepareCall(stranger, { docId: document.id, action: 'summarize' }))).toBe(
      'documentNotFound',
    );
    expect(provider.asked).toEqual([]);
    expect(await ledgerOf(stranger)).toEqual([]);
  });

  test('a question about everything reads the passages that have to do with it, of readable documents, and cites them', async () => {
    const { owner } = await orchard();
    const filler = 'Nothing of interest stands here. '.repeat(200);
    const cellar = await buildDocument({
      owner,
      title: 'Cellar',
      content: `${filler}\n\nQuinces keep until March.\n\n${filler}`,
    });
    const chinese = await buildDocument({ owner, title: '部署', content: '灰度发布的步骤是先备份再切换。' });
    const secret = await buildDocument({ title: 'Secret', content: 'Quinces are stolen.' });
    const { text } = await ask(owner, { action: 'ask', prompt: 'How long do the quinces keep?' });
    expect(provider.lastPrompt).toContain('Quinces keep until March.');
    expect(provider.lastPrompt).toContain(`(/doc/${cellar.id})`);
    expect(provider.lastPrompt).not.toContain(secret.id);
    expect(provider.lastPrompt.length).toBeLessThan(4000);
    expect(text).toContain(`[Cellar](/doc/${cellar.id})`);
    await ask(owner, { action: 'ask', prompt: '请问灰度发布有哪些步骤？' });
    expect(provider.lastPrompt).toContain(`(/doc/${chinese.id})`);
    provider.answer = `See [here](/doc/${cellar.id}).`;
    expect((await ask(owner, { action: 'ask', prompt: 'quinces?' })).text).toBe(provider.answer);
  });

  test.each<[AiTrouble, object]>([
    ['no usage', { status: 'done', estimated: true }],
    ['negative usage', { status: 'done', estimated: true }],
    ['too much usage', { status: 'done', estimated: true }],
    ['no answer counted', { status: 'done', estimated: true }],
  ])('I3: a provider with %s is counted by the tokenizer and marked so', async (trouble, expected) => {
    const { owner, document } = await orchard();
    provider.trouble = trouble;
    const { usage } = await ask(owner, { docId: document.id, action: 'summarize' });
    expect(usage.estimated).toBe(true);
    const [row] = await ledgerOf(owner);
    expect(row).toMatchObject(expected);
    expect(row!.prompt).toBeGreaterThanOrEqual(provider.charges[0]!.promptTokens);
    expect(row!.completion).toBeGreaterThan(0);
    expect(await getQuota(owner.id)).toMatchObject({ monthlyUsed: row!.prompt + row!.completion, reserved: 0 });
  });

  test.each<AiTrouble>(['too many requests', 'fault'])(
    'I3: what the provider refuses with %s costs nothing',
    async (trouble) => {
      const { owner, document } = await orchard();
      provider.trouble = trouble;
      expect(await outcomeOf(ask(owner, { docId: document.id, action: 'summarize' }))).toBe('unavailable');
      expect(provider.asked).toHaveLength(1);
      expect(await ledgerOf(owner)).toMatchObject([{ status: 'failed', prompt: 0, completion: 0 }]);
      expect(await getQuota(owner.id)).toMatchObject({ monthlyUsed: 0, reserved: 0 });
    },
  );

  test.each<AiTrouble>(['drop', 'malformed event', 'error event', 'text for usage'])(
    'I3: a call that ends with a %s is settled with what came',
    async (trouble) => {
      const { owner, document } = await orchard();
      provider.trouble = trouble;
      expect(await outcomeOf(ask(owner, { docId: document.id, action: 'summarize' }))).toBe('unavailable');
      const [row] = await ledgerOf(owner);
      expect(row).toMatchObject({ status: 'failed', estimated: true });
      expect(row!.prompt).toBeGreaterThanOrEqual(provider.charges[0]!.promptTokens);
      // A broken connection may lose the last chunk.
      if (trouble !== 'drop') expect(row!.completion).toBeGreaterThan(0);
      expect(await getQuota(owner.id)).toMatchObject({ monthlyUsed: row!.prompt + row!.completion, reserved: 0 });
    },
  );

  test.each<AiTrouble>(['stall', 'silence'])(
    'I3: a caller who leaves during %s ends the call upstream, settled',
    async (trouble) => {
      const { owner, document } = await orchard();
      provider.trouble = trouble;
      const caller = new AbortController();
      const asking = ask(owner, { docId: document.id, action: 'summarize' }, caller.signal);
      const ended = expect(asking).rejects.toThrow('aborted');
      await until(() => expect(provider.stalled).toBe(1));
      caller.abort();
      await ended;
      await until(() => expect(provider.abandoned).toBe(1));
      await awaitCalls();
      const [row] = await ledgerOf(owner);
      expect(row).toMatchObject({ status: 'aborted', estimated: true });
      expect(await getQuota(owner.id)).toMatchObject({ monthlyUsed: row!.prompt + row!.completion, reserved: 0 });
    },
  );

  test('D4: a right that is taken back ends an answer at its next piece, and what came is settled', async () => {
    const { owner, document } = await orchard();
    const reader = await buildUser();
    const { id: shareId } = await buildShare({ owner, document, to: reader });
    provider.trouble = 'stall';
    let heard = '';
    const call = await prepareCall(reader, { docId: document.id, action: 'summarize' });
    const answering = runCall(call, {
      signal: never,
      onText: (text) => {
        heard += text;
      },
    });
    await until(() => expect(heard).not.toBe(''));
    const first = heard;
    await changeShare(owner, document.id, { shareId: shareId!, permission: 'NONE' });
    provider.goOn();
    expect(await outcomeOf(answering)).toBe('documentNotFound');
    expect(heard).toBe(first);
    expect(await ledgerOf(reader)).toMatchObject([{ status: 'failed', estimated: true }]);
    expect((await getQuota(reader.id)).reserved).toBe(0);
  });
});

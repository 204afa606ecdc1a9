import type { Message } from '#app/adapters/ai-provider.ts';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import type { GenerationInput } from '#app/schemas/ai.ts';
import type { Actor } from '#app/services/actor.ts';
import { countPrompt } from '#app/services/ai/count-tokens.ts';
import { findPassages } from '#app/services/ai/find-passages.ts';
import type { Asked } from '#app/services/ai/keep-answer.ts';
import { modelsFor } from '#app/services/ai/models-for.ts';
import { type Passage, promptForPassages, promptForText } from '#app/services/ai/write-prompt.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { type Reservation, reserveTokens } from '#app/services/quotas/reserve-tokens.ts';

/** A call ready to send; its tokens stay reserved until it is settled. */
export type PreparedCall = Reservation & {
  actor: Actor;
  messages: Message[];
  /** Models in the order in which they are tried. */
  models: string[];
  promptTokens: number;
  /** Id of the document the call is about; null for all documents. */
  docId: string | null;
  /** Version of the document that was read. */
  version: number | null;
  /** True if the text was too long to send all of it. */
  isTextCut: boolean;
  /** Passages the answer may cite. */
  passages: Passage[];
  /** The question, if the answer is to be stored. */
  kept: Asked | null;
};

/**
 * Reads the input of the call, which requires READ, and reserves its tokens. Throws `notFound` if AI is not configured,
 * `documentNotFound`, `validationFailed` if there is no text, `aiTokenLimitExceeded`, `requestTooFrequent`.
 */
export async function prepareCall(actor: Actor, input: GenerationInput): Promise<PreparedCall> {
  const { ai } = config();
  if (!ai) throw new AppError('notFound');
  const docId = input.docId ?? null;
  const { messages, isTextCut, passages, version } = docId
    ? await aboutDocument(actor, docId, input)
    : await aboutAll(actor, input);
  const promptTokens = await countPrompt(messages);
  const models = modelsFor(ai, input.action);
  const call = { feature: input.action, models, documentId: docId, promptTokens };
  const reservation = await reserveTokens(actor, call);
  const kept = input.keep ? input : null;
  return { ...reservation, actor, messages, models, promptTokens, docId, version, isTextCut, passages, kept };
}

async function aboutDocument(actor: Actor, docId: string, input: GenerationInput) {
  const { title, content, version } = await getDocument(actor, docId);
  const text = input.selection?.trim() ? input.selection : content;
  const needsText = input.action !== 'continue' && input.action !== 'ask';
  if (needsText && text.trim() === '') {
    throw new AppError('validationFailed', { fields: { selection: [{ key: 'ai.nothingToRead' }] } });
  }
  return { ...promptForText(input, { title, text }), passages: [], version };
}

async function aboutAll(actor: Actor, { prompt = '' }: GenerationInput) {
  const passages = await findPassages(actor, prompt);
  return { messages: promptForPassages(prompt, passages), isTextCut: false, passages, version: null };
}

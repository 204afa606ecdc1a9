import { z } from 'zod';
import { AI_ACTIONS, type AiAction, PROMPT_MAX } from '#app/schemas/ai-actions.ts';
import { content } from '#app/schemas/documents.ts';
import { withLineFeeds } from '#app/schemas/line-feeds.ts';
import { postedNumber } from '#app/schemas/posted-number.ts';
import { id, storableText } from '#app/schemas/text.ts';

const prompt = storableText()
  .transform((text) => withLineFeeds(text).trim())
  .refine((text) => text.length <= PROMPT_MAX, 'ai.promptTooLong');
const lng = z
  .string()
  .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/i, { error: 'ai.lng', abort: true })
  .refine(isLanguageTag, 'ai.lng');
const fields = {
  action: z.enum(AI_ACTIONS),
  selection: content.optional(),
  prompt: prompt.optional(),
  lng: z.union([z.literal('').transform(() => undefined), lng]).optional(),
};

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    // Ill-formed, as `en-12`.
    return false;
  }
}

type Asked = { action: AiAction; prompt?: string | undefined; docId?: string | undefined };
type Check = { value: Asked; issues: z.core.$ZodRawIssue[] };

/** `ask` requires a question; every other action requires a document. */
function complete({ value, issues }: Check): void {
  const missing = (path: string, message: string) =>
    issues.push({ code: 'custom', path: [path], message, input: value });
  if (value.action === 'ask' && !value.prompt) missing('prompt', 'ai.promptRequired');
  if (value.action !== 'ask' && !value.docId) missing('docId', 'ai.docIdRequired');
}

/** The API's body. `docId` may be omitted for questions about all documents; `keep` stores the answer for a week. */
export const generation = z
  .object({ docId: id().optional(), keep: z.boolean().optional(), ...fields })
  .check(complete as never);
export type GenerationInput = z.output<typeof generation>;

/** Fields of the AI form on a document's page; the path contains the document's id. */
export const documentGeneration = z.object(fields).refine(({ action, prompt }) => action !== 'ask' || Boolean(prompt), {
  path: ['prompt'],
  error: 'ai.promptRequired',
});

export const question = z.object({
  prompt: prompt.default('').refine((text) => text !== '', 'ai.promptRequired'),
});

/** A result as edited by the user, and its source text. */
export const insertion = z.object({
  result: content.default('').refine((text) => text.trim() !== '', 'ai.resultRequired'),
  selection: content.default(''),
  baseVersion: postedNumber(z.number().int().min(1)).optional(),
});

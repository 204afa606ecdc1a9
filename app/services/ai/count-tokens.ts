import type { Message } from '#app/adapters/ai-provider.ts';

/** Long runs without a space take the tokenizer quadratic time; pieces of this length bound it. */
const PIECE = 4000;
/** What chat formats add around each message, and before the answer. */
const PER_MESSAGE = 4;
const BEFORE_ANSWER = 3;

// Two megabytes of ranks: loaded with the first call.
const tokenizer = () => import('gpt-tokenizer/encoding/o200k_base');
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** How many tokens a text is; a model with other words counts a little differently. */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await tokenizer();
  let tokens = 0;
  for (let at = 0; at < text.length; at += PIECE) tokens += count(text.slice(at, at + PIECE), AS_TEXT);
  return tokens;
}

/** How many tokens a conversation is, its frame included. */
export async function countPrompt(messages: Message[]): Promise<number> {
  const counts = await Promise.all(messages.map(({ content }) => countTokens(content)));
  return counts.reduce((sum, tokens) => sum + tokens + PER_MESSAGE, BEFORE_ANSWER);
}

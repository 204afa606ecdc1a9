import type { Message } from '#app/adapters/ai-provider.ts';

/** UTF-16 units per chunk. Limits the tokenizer, which takes quadratic time for runs without spaces. */
const PIECE = 4000;
/** Tokens that chat formats add per message and before the answer. */
const PER_MESSAGE = 4;
const BEFORE_ANSWER = 3;

// Imported lazily, as the tables take two megabytes.
const tokenizer = () => import('gpt-tokenizer/encoding/o200k_base');
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Counts the tokens of a text; models with another vocabulary differ slightly. */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await tokenizer();
  let tokens = 0;
  for (let at = 0; at < text.length; at += PIECE) tokens += count(text.slice(at, at + PIECE), AS_TEXT);
  return tokens;
}

/** Counts the tokens of a conversation, including its framing. */
export async function countPrompt(messages: Message[]): Promise<number> {
  const counts = await Promise.all(messages.map(({ content }) => countTokens(content)));
  return counts.reduce((sum, tokens) => sum + tokens + PER_MESSAGE, BEFORE_ANSWER);
}

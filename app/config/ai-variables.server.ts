import { z } from 'zod';
import { optional, wholeNumber, withDefault } from '#app/config/variable-kinds.server.ts';
import { AI_ACTIONS, type AiAction } from '#app/schemas/ai-actions.ts';

/** Price of one token in billionths of the currency. */
export type TokenPrice = { prompt: number; completion: number };

const NAME = /^[^\s,|=]+$/;
/** Prices of a million tokens have at most this many decimals, so that one token costs whole billionths. */
const PRICE = /^(\d{1,6}(?:\.\d{1,3})?)\/(\d{1,6}(?:\.\d{1,3})?)$/;

const parts = (text: string, by: string) =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean);

/** Splits `name=value` at its last `=`. */
function pairOf(text: string): [string, string] {
  const at = text.lastIndexOf('=');
  return at < 0 ? ['', ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

const modelList = z
  .string()
  .transform((text) => parts(text, ','))
  .refine((names) => names.every((name) => NAME.test(name)), 'names of models, separated by commas');

const isAction = (name: string): name is AiAction => (AI_ACTIONS as readonly string[]).includes(name);

const modelsByAction = z.string().transform((text, context) => {
  const models = new Map<AiAction, string[]>();
  for (const [action, value] of parts(text, ',').map(pairOf)) {
    const names = parts(value, '|');
    if (!isAction(action) || names.length === 0 || !names.every((name) => NAME.test(name))) {
      context.addIssue(`pairs such as ask=large|medium, translate=small, of ${AI_ACTIONS.join(', ')}`);
      return z.NEVER;
    }
    models.set(action, names);
  }
  return models;
});

const pricesByModel = z.string().transform((text, context) => {
  const prices = new Map<string, TokenPrice>();
  for (const [model, value] of parts(text, ',').map(pairOf)) {
    const [, prompt, completion] = PRICE.exec(value) ?? [];
    if (!model || prompt === undefined) {
      context.addIssue('prices of a million prompt and answer tokens such as large=2.5/10, small=0.15/0.6');
      return z.NEVER;
    }
    prices.set(model, { prompt: billionths(prompt), completion: billionths(completion!) });
  }
  return prices;
});

const billionths = (price: string) => Math.round(Number(price) * 1000);

/** Variables of the AI provider. */
export const AI_VARIABLES = {
  AI_BASE_URL: optional(z.url({ protocol: /^https?$/, error: 'the address of an OpenAI-compatible service' })),
  AI_API_KEY: optional(z.string()),
  AI_MODEL: optional(z.string()),
  AI_FALLBACK_MODELS: withDefault(modelList, ''),
  AI_MODELS: withDefault(modelsByAction, ''),
  AI_PRICES: withDefault(pricesByModel, ''),
  AI_CURRENCY: withDefault(z.string().regex(/^[A-Z]{3}$/, 'a currency of three letters such as USD'), 'USD'),
  AI_MONTHLY_LIMIT: withDefault(wholeNumber('a number of tokens, 0 or more', 0, Number.MAX_SAFE_INTEGER), '100000'),
};

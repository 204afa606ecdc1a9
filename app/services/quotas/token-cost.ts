import { config } from '#app/config.server.ts';

/** Billionths of the currency per unit. */
const UNIT = 1_000_000_000;

type Tokens = { promptTokens: number; completionTokens: number };

/** Returns the cost of a call in billionths of the currency; null for a model without a price. */
export function costOf(model: string, { promptTokens, completionTokens }: Tokens): number | null {
  const price = config().aiPrices.get(model);
  return price ? promptTokens * price.prompt + completionTokens * price.completion : null;
}

/** Returns the prices to reserve by: the highest of the models a call may use, as any may answer. */
export function highestPrices(models: string[]): { prompt: number; completion: number } {
  const prices = models.flatMap((model) => config().aiPrices.get(model) ?? []);
  const prompt = Math.max(0, ...prices.map((price) => price.prompt));
  // A provider may count more prompt and less answer than reserved, so an answer token costs at least as much.
  return { prompt, completion: Math.max(prompt, ...prices.map((price) => price.completion)) };
}

/** Returns the currency of costs; null if no model has a price. */
export const currencyOfCosts = (): string | null => (config().aiPrices.size > 0 ? config().aiCurrency : null);

/** Converts billionths to units of the currency. */
export const toUnits = (cost: number): number => cost / UNIT;
export const fromUnits = (cost: number): number => Math.round(cost * UNIT);

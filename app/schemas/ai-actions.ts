/** Actions of the AI, also in variables. Without zod, so that configuration and browser can import it. */
export const AI_ACTIONS = ['continue', 'improve', 'shorten', 'summarize', 'translate', 'ask'] as const;
export type AiAction = (typeof AI_ACTIONS)[number];

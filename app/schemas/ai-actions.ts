/** Actions of the AI, also in variables. Without zod, so that configuration and browser can import it. */
export const AI_ACTIONS = ['continue', 'improve', 'shorten', 'summarize', 'translate', 'ask'] as const;
export type AiAction = (typeof AI_ACTIONS)[number];

/** Maximum UTF-16 units of a question or wish. */
export const PROMPT_MAX = 4000;

/** Languages the form offers; the API accepts any language tag. */
export const TARGET_LANGUAGES = ['en', 'zh', 'de', 'es', 'fr', 'ja', 'ko', 'pt', 'ru'] as const;

/**
 * Why an AI answer is incomplete: the `text` was too long to send all of it, the `answer` reached its longest length, or
 * the provider ended it `early`, as its filters do.
 */
export type AnswerCut = 'text' | 'answer' | 'early';

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { findEmoji, loadEmoji } from '#app/browser/emoji.ts';
import { isLiteral } from '#app/features/editor/browser/literal-text.ts';

const MOST = 24;

/** Completes emoji after a colon and two letters or one Chinese character. */
export function emojiMenu(context: CompletionContext): Promise<CompletionResult | null> | null {
  const typed = context.matchBefore(/(?<![\w:/]):(?:[a-z][a-z0-9_+-]+|\p{Script=Han}+)$/iu);
  if (!typed || isLiteral(context.state, context.pos)) return null;
  return offerEmoji(context, typed);
}

type Typed = { from: number; text: string };

async function offerEmoji(context: CompletionContext, typed: Typed): Promise<CompletionResult | null> {
  // If the names fail to load, offer none; the next colon retries.
  const all = await loadEmoji(document.documentElement.lang).catch(() => null);
  if (!all || context.aborted) return null;
  const options = findEmoji(all, typed.text.slice(1), MOST).map(
    ({ emoji, label }): Completion => ({
      label,
      type: `emoji:${emoji}`,
      apply: emoji,
    }),
  );
  return options.length > 0 ? { from: typed.from, options, filter: false } : null;
}

import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { type Emoji, findEmoji, loadEmoji } from '#app/browser/emoji.ts';

const MOST = 24;

/** Completes emoji after a colon and two letters or one Chinese character. */
export function emojiMenu(context: CompletionContext): Promise<CompletionResult | null> | null {
  return emojiNameBefore(context) && loadAndOffer(context);
}

type Typed = { from: number; text: string };

/** Returns the colon and the name before the cursor, null without one. */
export function emojiNameBefore(context: CompletionContext): Typed | null {
  return context.matchBefore(/(?<![\w:/]):(?:[a-z][a-z0-9_+-]+|\p{Script=Han}+)$/iu);
}

async function loadAndOffer(context: CompletionContext): Promise<CompletionResult | null> {
  // If the names fail to load, offer none; the next colon retries.
  const all = await loadEmoji(document.documentElement.lang).catch(() => null);
  return all && !context.aborted ? offer(all, context) : null;
}

function offer(all: readonly Emoji[], context: CompletionContext): CompletionResult | null {
  const typed = emojiNameBefore(context);
  if (!typed) return null;
  const options = findEmoji(all, typed.text.slice(1), MOST).map(
    ({ emoji, label }): Completion => ({ label, type: `emoji:${emoji}`, apply: emoji }),
  );
  // Synchronous, so that Enter directly after a letter applies to the filtered list.
  const update = (_result: CompletionResult, _from: number, _to: number, now: CompletionContext) => offer(all, now);
  return options.length > 0 ? { from: typed.from, options, filter: false, update } : null;
}

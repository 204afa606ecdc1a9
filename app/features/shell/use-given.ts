import { useRootData } from '#app/features/shell/root-data.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';

export type Given = Record<string, string | undefined>;

/**
 * Returns the fields of a form that come back to be sent again: refused, or posted after the session had ended and
 * saved until the person signed in (`?kept=`). Null unless one of the intents posted them (any without arguments).
 */
export function useGiven(...intents: string[]): Given | null {
  const problem = useProblem(...intents);
  const kept = useRootData()?.kept;
  if (problem) return (problem.result.initialValue ?? {}) as Given;
  const isOwn = kept && (intents.length === 0 || kept.intent === undefined || intents.includes(kept.intent));
  return isOwn ? kept : null;
}

import { useGiven } from '#app/features/shell/use-given.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';

/** Returns the values of a plain form that comes back, and the field messages if it was refused. */
export function useRefused(intent: string) {
  const problem = useProblem(intent);
  const given = useGiven(intent);
  return {
    isBack: given !== null,
    errors: (problem?.result.error ?? {}) as Record<string, string[] | undefined>,
    given: given ?? {},
  };
}

import { useProblem } from '#app/features/shell/use-problem.ts';

/** What the last post of a plain form was refused for: the messages of its fields, and the values it was posted with. */
export function useRefused(intent: string) {
  const problem = useProblem(intent);
  return {
    isRefused: problem !== undefined,
    errors: (problem?.result.error ?? {}) as Record<string, string[] | undefined>,
    given: (problem?.result.initialValue ?? {}) as Record<string, string | undefined>,
  };
}

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useActionData, useLocation } from 'react-router';

const Kept = createContext<{ key: string; answer?: unknown } | null>(null);

/** Keeps the answer to the last post of a page until the person goes on or posts again. */
export function ActionAnswers({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Kept value={useMemo(() => ({ key }), [key])}>{children}</Kept>;
}

/**
 * Returns what the action answered to the last post. Replaces `useActionData`, which the router empties whenever it
 * reloads the data of a page, such as after a change by someone else: refused text would leave its field.
 */
export function useActionAnswer(): unknown {
  const answer: unknown = useActionData();
  const kept = useContext(Kept);
  if (!kept) return answer;
  if (answer !== undefined) kept.answer = answer;
  return kept.answer;
}

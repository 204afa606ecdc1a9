import type { Problem } from '#app/schemas/problem.ts';
import { useActionAnswer } from '#app/ui/action-answer.tsx';

/** Field ids that differ from their names, because another form on the page has a field of that name. */
const IDS: Record<string, Record<string, string>> = {
  email: { email: 'new-email' },
  password: { password: 'newPassword' },
  'token-create': { name: 'token-name', scope: 'token-scope', expiresIn: 'token-expires' },
  'totp-confirm': { code: 'totp-code' },
  'totp-remove': { password: 'totp-remove-password', code: 'totp-remove-code' },
  'recovery-codes': { password: 'recovery-codes-password', code: 'recovery-codes-code' },
  'search-save': { name: 'search-name' },
  'template-use': { title: 'template-title' },
  cover: { url: 'cover-url', scrollY: 'cover-scroll' },
  icon: { icon: 'document-icon' },
  move: { dropPosition: 'move-position', targetId: 'move-target' },
  invite: { email: 'invite-email' },
  create: { title: 'new-title' },
  comment: { body: 'comment-body', quote: 'comment-quote' },
  import: { parentId: 'import-parent' },
  'sort-children': { by: 'sort-by', order: 'sort-order' },
  'request-access': { message: 'access-message' },
};

export type WrongField = { id: string; text: string };

function useFormProblem(): Problem | null {
  const problem = useActionAnswer() as Problem | undefined;
  const isProblem = problem && typeof problem === 'object' && 'result' in problem && 'error' in problem;
  return isProblem ? problem : null;
}

export const useHasProblem = (): boolean => useFormProblem() !== null;

/** Returns what the last post was refused for as a whole; undefined if it was not. */
export const useProblemSummary = (): string[] | undefined => useFormProblem()?.result.error?.[''] ?? undefined;

/** Returns the refused fields of the last post, each with the id of its input. */
export function useWrongFields(): WrongField[] {
  const problem = useFormProblem();
  if (!problem) return [];
  return Object.entries(problem.result.error ?? {}).flatMap(([name, texts]) =>
    name !== '' && texts?.[0] ? [{ id: IDS[problem.intent]?.[name] ?? name, text: texts.join(' ') }] : [],
  );
}

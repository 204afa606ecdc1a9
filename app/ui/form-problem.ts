import type { Problem } from '#app/schemas/problem.ts';
import { useActionAnswer } from '#app/ui/action-answer.tsx';

type Posted = Record<string, unknown>;

/**
 * Ids of fields that differ from their names, because another form on the page has a field of that name. Forms that
 * are repeated in a list are told apart by what was posted.
 */
const IDS: Record<string, Record<string, string | ((posted: Posted) => string)>> = {
  email: { email: 'new-email' },
  password: { password: 'newPassword' },
  'token-create': { name: 'token-name', scope: 'token-scope', expiresIn: 'token-expires' },
  'totp-confirm': { code: 'totp-code' },
  'totp-remove': { password: 'totp-remove-password', code: 'totp-remove-code' },
  'recovery-codes': { password: 'recovery-codes-password', code: 'recovery-codes-code' },
  resend: { email: 'resend-email' },
  'search-save': { name: 'search-name' },
  'template-use': { title: 'template-title' },
  cover: { url: 'cover-url', scrollY: 'cover-scroll' },
  icon: { icon: 'document-icon' },
  move: { dropPosition: 'move-position', targetId: 'move-target' },
  invite: { email: 'invite-email' },
  create: { title: 'new-title' },
  comment: {
    body: ({ threadId }) => (threadId ? `reply-${threadId}` : 'comment-body'),
    quote: 'comment-quote',
  },
  'comment-edit': { body: ({ commentId }) => `edit-${commentId}` },
  limit: { monthlyLimit: ({ userId }) => `limit-${userId}` },
  'storage-limit': { megabytes: ({ userId }) => `storage-${userId}` },
  'group-create': { name: 'group-name' },
  'group-rename': { name: ({ groupId }) => `rename-${groupId}` },
  'member-add': { email: ({ groupId }) => `member-add-${groupId}` },
  'keeper-add': { email: ({ groupId }) => `keeper-add-${groupId}` },
  'search-rename': { name: ({ searchId }) => `name-${searchId}` },
  'file-rename': { fileName: ({ renamed }) => `name-${renamed}` },
  share: { groupId: 'share-group' },
  import: { parentId: 'import-parent' },
  preview: { parentId: 'import-parent' },
  'sort-children': { by: 'sort-by', order: 'sort-order' },
  // The storage names its field `file`, as it knows no pictures.
  'profile-image': { file: 'image' },
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
  const { error, initialValue } = problem.result;
  const idOf = (name: string) => {
    const id = IDS[problem.intent]?.[name] ?? name;
    return typeof id === 'string' ? id : id(initialValue ?? {});
  };
  return Object.entries(error ?? {}).flatMap(([name, texts]) =>
    name !== '' && texts?.[0] ? [{ id: idOf(name), text: texts.join(' ') }] : [],
  );
}

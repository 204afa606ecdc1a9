import { useRootData } from '#app/features/shell/root-data.ts';
import { useProblem } from '#app/features/shell/use-problem.ts';
import type { CommentDraft } from '#app/schemas/comments.ts';
import type { Problem } from '#app/schemas/problem.ts';
import { useActionAnswer } from '#app/ui/action-answer.tsx';

export type Fields = Record<string, string | undefined>;
export type Posted = { fields: Fields; problem: Problem | undefined };
export type Refused = { posted: Fields; errors: Record<string, string[] | null> | null };

/**
 * Returns the fields of a comment that were posted and refused, or saved while the author signed in again, or came back
 * with the list of people to mention.
 */
export function usePosted(intent: 'comment' | 'comment-edit'): Posted | null {
  const problem = useProblem(intent);
  const kept = useRootData()?.kept;
  const { commentDraft: draft } = (useActionAnswer() as { commentDraft?: CommentDraft } | undefined) ?? {};
  // The list of people was asked for with the fields of the comment.
  const posted = kept?.intent === 'comment-people' ? 'comment' : kept?.intent;
  const saved = posted === intent ? kept : null;
  const fields = problem ? problem.result.initialValue : intent === 'comment' && draft ? draft : saved;
  return fields ? { fields: fields as Fields, problem } : null;
}

/** Returns the posted fields if they belong to this form, which is matched by a hidden field. */
export function useRefused(intent: 'comment' | 'comment-edit', field: string, value: string): Refused | null {
  const found = usePosted(intent);
  if (!found || (found.fields[field] ?? '') !== value) return null;
  return { posted: found.fields, errors: found.problem?.result.error ?? null };
}

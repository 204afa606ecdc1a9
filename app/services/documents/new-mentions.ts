import { orFallback, runInThread } from '#app/threads/run-in-thread.ts';
import { findHtml } from '#db/queries/texts.ts';

type Mentions = { before: string; mentioned: string[] };

/**
 * Returns those of the people mentioned by a document's new text whom its present one, `before`, does not mention. Reads
 * the stored HTML only if `before` contains the id of one of them, which may stand in code. Call before the transaction
 * of the change. `person` is the key of `runInThread`.
 */
export async function newMentions(
  person: string,
  documentId: string,
  { before, mentioned }: Mentions,
): Promise<string[]> {
  if (!mentioned.some((id) => before.includes(id))) return mentioned;
  const [stored] = await findHtml({ documentId });
  const work = runInThread(person, 'mentionedInHtml', stored?.html ?? '');
  const old = await orFallback(work, () => mentioned.filter((id) => before.includes(id)));
  return mentioned.filter((id) => !old.includes(id));
}

import { log } from '#app/observability/log.ts';
import { mentionedIn } from '#app/services/comments/mentions.ts';
import { chooseTold, tell } from '#app/services/notifications/tell.ts';
import { afterCommit, inTransaction } from '#db/connection.ts';

type Change = { documentId: string; authors: string[]; before: string; after: string };

const running = new Set<Promise<void>>();

/** Tells those who watch a document, and those its new text mentions, once the open transaction has committed. */
export function tellOfChange(change: Change): void {
  afterCommit(() => {
    const telling = tellNow(change)
      .catch((error) => log.warn({ error, event: 'change-not-told' }, 'people were not told of a change'))
      .finally(() => running.delete(telling));
    running.add(telling);
  });
}

/** Waits until this process has told of every change so far. */
export const changesTold = async (): Promise<void> => {
  while (running.size > 0) await Promise.all(running);
};

async function tellNow({ documentId, authors, before, after }: Change): Promise<void> {
  const old = mentionedIn(before);
  const mentioned = mentionedIn(after).filter((id) => !old.includes(id));
  const told = await chooseTold(documentId, { actors: authors, mentioned, kindFor: () => 'change' });
  if (told.length === 0) return;
  await inTransaction(() => tell(told, { actorId: authors[0]!, documentId, threadId: null }));
}

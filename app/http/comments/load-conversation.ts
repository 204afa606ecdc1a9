import { orErrorPage } from '#app/http/session/require-actor.ts';
import type { DocumentAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { commentRights } from '#app/services/comments/comment-access.ts';
import { listMentionable, listMentionableAndKnown } from '#app/services/comments/list-mentionable.ts';
import { listOutsiders } from '#app/services/comments/list-outsiders.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';

/**
 * Loads the comments of a document's page, the people to mention and those to share with. `html` is its text;
 * `?people=known` adds the people whom an owner knows.
 */
export async function loadConversation(
  actor: Actor,
  access: DocumentAccess,
  { html, url }: { html: string; url: URL },
) {
  const rights = commentRights(access);
  const listPeople = url.searchParams.get('people') === 'known' ? listMentionableAndKnown : listMentionable;
  const [threads, mentionable] = await Promise.all([
    orErrorPage(listThreads(actor, access, 'all')),
    rights.write ? listPeople(actor, access) : [],
  ]);
  return {
    threads,
    mentionable,
    outsiders: await listOutsiders(actor, access, { html, threads }),
    commentRights: rights,
  };
}

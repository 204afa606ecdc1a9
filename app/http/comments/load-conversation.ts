import { orErrorPage } from '#app/http/session/require-actor.ts';
import { commentPageQuery } from '#app/schemas/documents.ts';
import type { DocumentAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { commentRights } from '#app/services/comments/comment-access.ts';
import { openCommentPage } from '#app/services/comments/comment-pages.ts';
import { listMentionable, listMentionableAndKnown } from '#app/services/comments/list-mentionable.ts';
import { listOutsiders } from '#app/services/comments/list-outsiders.ts';

/**
 * Loads a page of a document's comments, the people to mention and those to share with. `stored` is the document's
 * text, `html` the same as it is shown, which is returned with the passages of threads marked. `?people=known` adds the
 * people whom an owner knows.
 */
export async function loadConversation(
  actor: Actor,
  access: DocumentAccess,
  { stored, html, url }: { stored: string; html: string; url: URL },
) {
  const rights = commentRights(access);
  const listPeople = url.searchParams.get('people') === 'known' ? listMentionableAndKnown : listMentionable;
  const wanted = commentPageQuery.parse(Object.fromEntries(url.searchParams));
  const [comments, mentionable] = await Promise.all([
    orErrorPage(openCommentPage(actor, access.id, { html, wanted })),
    rights.write ? listPeople(actor, access) : [],
  ]);
  return {
    html: comments.html,
    comments: { threads: comments.threads, page: comments.page, pages: comments.pages },
    mentionable,
    outsiders: await listOutsiders(actor, access, { html: stored, threads: comments.threads }),
    commentRights: rights,
  };
}

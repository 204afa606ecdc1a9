import { redirect } from 'react-router';
import { DocumentPage } from '#app/features/document/document-page.tsx';
import { MathsStyles } from '#app/features/document/maths-styles.tsx';
import { PageError } from '#app/features/errors/page-error.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { conversationIntents } from '#app/http/comments/conversation-intents.ts';
import { loadConversation } from '#app/http/comments/load-conversation.ts';
import { accessIntents } from '#app/http/documents/access-intents.ts';
import { bodyHtmlContext } from '#app/http/documents/body-html.ts';
import { copyIntents } from '#app/http/documents/copy-intents.ts';
import { localizedBody } from '#app/http/documents/localized-body.ts';
import { here, idOf, type OnDocument } from '#app/http/documents/posted-document.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { withinPages } from '#app/http/lists/within-pages.ts';
import { openedDocument } from '#app/http/page-state/opened-document.ts';
import { redirectWithToast, sortedToast } from '#app/http/page-state/toast.ts';
import { isDataRequest } from '#app/http/request/safe-redirect.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { coverForm } from '#app/schemas/covers.ts';
import { iconForm, insideQuery, moveForm, sortChildrenForm, taskForm } from '#app/schemas/documents.ts';
import { restoredOrder } from '#app/schemas/restored-order.ts';
import { templateScope } from '#app/schemas/templates.ts';
import { nameMentions } from '#app/services/comments/mentions.ts';
import {
  archiveDocument,
  deleteDocument,
  requireDeletable,
  restoreDocument,
} from '#app/services/documents/archive-document.ts';
import { countBelow } from '#app/services/documents/count-below.ts';
import { removeCover, setCover } from '#app/services/documents/cover.ts';
import { listBacklinks } from '#app/services/documents/list-backlinks.ts';
import { listChildrenPage } from '#app/services/documents/list-children.ts';
import { listMoveTargets } from '#app/services/documents/list-move-targets.ts';
import { markEmphasis } from '#app/services/documents/mark-emphasis.ts';
import { markHeadings, phrasedTitle } from '#app/services/documents/mark-phrases.ts';
import { moveBackTo } from '#app/services/documents/move-back.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { restoreOrder } from '#app/services/documents/restore-order.ts';
import { sortChildren } from '#app/services/documents/sort-children.ts';
import { tickDocumentTask } from '#app/services/documents/tick-document-task.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { shownPicture } from '#app/services/files/foreign-picture-address.ts';
import { countLeaving, listWritersBelow } from '#app/services/takeouts/list-writers.ts';
import { markTemplate, unmarkTemplate } from '#app/services/templates/mark-template.ts';
import type { Route } from './+types/document';

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const {
    html: stored,
    access,
    isLinkedTo,
    template,
    isLeavable,
    ...document
  } = await orErrorPage(openedDocument(context, actor, params.docId));
  const { can, path, isOwner, isArchived } = access;
  const { html: localized, hasMaths } = localizedBody(context, (await nameMentions([stored]))[0]!, can.edit);
  const { coverImage } = document;
  const inside = insideQuery.parse(Object.fromEntries(url.searchParams));
  const [children, { html: marked, ...conversation }, backlinks, targets] = await Promise.all([
    document.isLeaf ? null : orErrorPage(withinPages(inside, (asked) => listChildrenPage(actor, access, asked))),
    loadConversation(actor, access, { stored, html: localized, url }),
    isLinkedTo ? listBacklinks(actor, document.id) : [],
    can.move && url.searchParams.has('move') ? listMoveTargets(actor, document.id) : null,
  ]);
  const html = markEmphasis(markHeadings(marked));
  // Send the body once: in the markup of a page load, in the data of a client navigation.
  const isData = isDataRequest(request);
  if (!isData) context.set(bodyHtmlContext, html);
  const wantsDeletion = url.searchParams.get('confirm') === 'delete';
  return {
    document,
    phrasedTitle: phrasedTitle(document.title),
    html: isData ? html : null,
    cover: coverImage && { ...coverImage, url: shownPicture(coverImage.url) },
    can,
    path,
    isOwner,
    isArchived,
    children,
    ...conversation,
    backlinks,
    hasMaths,
    targets,
    template,
    deletes:
      wantsDeletion && can.delete
        ? { count: 1 + (await countBelow(actor, access)), writers: await listWritersBelow(actor, access) }
        : null,
    isUndeletable: wantsDeletion && isOwner && !isArchived,
    leaving: isArchived || !isLeavable ? null : await countLeaving(actor, access),
  };
}

export const action = pageAction({
  star: intent({ needsName: true, run: starOrNot(true) }),
  unstar: intent({ run: starOrNot(false) }),
  archive: intent({
    limit: perPerson('documentWrite'),
    run: async (posted) => {
      const { title, parentId } = await archiveDocument(posted.actor, idOf(posted));
      const undo = { action: here(posted), intent: 'restore' };
      return redirectWithToast(posted.context, parentId ? `/doc/${parentId}` : '/', {
        key: 'archived',
        values: { title },
        undo,
      });
    },
  }),
  restore: intent({
    limit: perPerson('documentWrite'),
    run: async (posted) => {
      const { title } = await restoreDocument(posted.actor, idOf(posted));
      return redirectWithToast(posted.context, here(posted), { key: 'restored', values: { title } });
    },
  }),
  delete: intent({ run: confirmThenDelete }),
  move: intent({
    limit: perPerson('documentWrite'),
    schema: moveForm,
    run: async (posted) => {
      const { targetId = null, dropPosition } = posted.input;
      const back = await moveBackTo(posted.actor, idOf(posted));
      const { title } = await moveDocument(posted.actor, { id: idOf(posted), targetId, dropPosition });
      const fields = { targetId: back.targetId ?? '', dropPosition: String(back.dropPosition) };
      const undo = { action: `${here(posted)}?move`, intent: 'move', fields };
      return redirectWithToast(posted.context, here(posted), { key: 'moved', values: { title }, undo });
    },
  }),
  'sort-children': intent({
    limit: perPerson('documentWrite'),
    schema: sortChildrenForm,
    run: async (posted) => {
      const former = await sortChildren(posted.actor, idOf(posted), posted.input);
      return redirectWithToast(posted.context, here(posted), sortedToast(here(posted), former));
    },
  }),
  'sort-undo': intent({
    limit: perPerson('documentWrite'),
    schema: restoredOrder,
    run: async (posted) => {
      await restoreOrder(posted.actor, idOf(posted), posted.input.former);
      return redirectWithToast(posted.context, here(posted), { key: 'sortUndone' });
    },
  }),
  'template-set': intent({
    limit: perPerson('documentWrite'),
    schema: templateScope,
    run: async (posted) => {
      await markTemplate(posted.actor, idOf(posted), posted.input.scope);
      return redirectWithToast(posted.context, here(posted), { key: 'templateSet' });
    },
  }),
  'template-unset': intent({
    limit: perPerson('documentWrite'),
    run: async (posted) => {
      await unmarkTemplate(posted.actor, idOf(posted));
      return redirectWithToast(posted.context, here(posted), { key: 'templateUnset' });
    },
  }),
  ...copyIntents,
  cover: intent({
    limit: perPerson('documentWrite'),
    schema: coverForm,
    run: async (posted) => {
      await setCover(posted.actor, idOf(posted), posted.input);
      return redirectWithToast(posted.context, here(posted), { key: 'saved' });
    },
  }),
  'cover-remove': intent({
    limit: perPerson('documentWrite'),
    run: async (posted) => {
      const cover = await removeCover(posted.actor, idOf(posted));
      const fields = { url: cover?.url ?? '', scrollY: String(cover?.scrollY ?? 0) };
      const undo = { action: here(posted), intent: 'cover', fields };
      return redirectWithToast(posted.context, here(posted), { key: 'coverRemoved', undo });
    },
  }),
  icon: intent({
    limit: perPerson('documentWrite'),
    schema: iconForm,
    run: async (posted) => {
      await updateDocument(posted.actor, idOf(posted), { icon: posted.input.icon ?? null, autosave: false });
      return redirectWithToast(posted.context, here(posted), { key: 'saved' });
    },
  }),
  task: intent({
    limit: perPerson('documentWrite'),
    schema: taskForm,
    run: async (posted) => {
      await tickDocumentTask(posted.actor, idOf(posted), posted.input);
      // With scripts the scroll position is kept; without, the page loads at the task.
      const place = isDataRequest(posted.request) ? '' : `#task-${posted.input.index}`;
      return redirectWithToast(posted.context, here(posted) + place, { key: 'saved' });
    },
  }),
  ...conversationIntents,
  ...accessIntents,
});

function starOrNot(isStarred: boolean) {
  return async (posted: OnDocument) => {
    await updateDocument(posted.actor, idOf(posted), { isStarred, autosave: false });
    return redirectWithToast(posted.context, here(posted), { key: isStarred ? 'starred' : 'unstarred' });
  };
}

/**
 * Redirects to a confirmation page first, as deleting is permanent, unless it would be refused. Its form posts to
 * `?confirm=delete`.
 */
async function confirmThenDelete(posted: OnDocument): Promise<Response> {
  if (posted.url.searchParams.get('confirm') !== 'delete') {
    await requireDeletable(posted.actor, idOf(posted));
    return redirect(`${here(posted)}?confirm=delete`, 303);
  }
  await deleteDocument(posted.actor, idOf(posted));
  return redirectWithToast(posted.context, '/archive', { key: 'deleted' });
}

/** A separate boundary, so that a form on a document the actor may not see shows its errors. */
export function ErrorBoundary() {
  return <PageError />;
}

export default function DocumentRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <MathsStyles wanted={loaderData.hasMaths} />
      <DocumentPage {...loaderData} />
    </>
  );
}

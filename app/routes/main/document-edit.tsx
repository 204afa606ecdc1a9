import type { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { DocumentEditor } from '#app/features/editor/document-editor.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { localizedBody } from '#app/http/documents/localized-body.ts';
import { errorPage } from '#app/http/errors/throwable-page.ts';
import { intent, type Posted, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { requireIdOfPage } from '#app/http/request/require-id.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { documentForm, draftsForm } from '#app/schemas/documents.ts';
import { getAccess, requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { commentRights } from '#app/services/comments/comment-access.ts';
import { listKnown, listMentionable } from '#app/services/comments/list-mentionable.ts';
import { hasOpenPassages } from '#app/services/comments/list-threads.ts';
import { explainConflict } from '#app/services/documents/explain-conflict.ts';
import { readDocument } from '#app/services/documents/get-document.ts';
import type { Conflict } from '#app/services/documents/merge-save.ts';
import { previewText } from '#app/services/documents/preview-text.ts';
import { saveBoth } from '#app/services/documents/save-both.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { settleIfOpen } from '#app/services/live/live-documents.ts';
import { useActionAnswer } from '#app/ui/action-answer.tsx';
import type { Route } from './+types/document-edit';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  requireIdOfPage(params.docId);
  const readable = await orErrorPage(getAccess(actor, params.docId));
  if (readable.isArchived) throw errorPage({ error: 'documentAccessDenied', isArchived: true }, 403);
  const access = await orErrorPage(requireAccess(actor, readable, 'edit'));
  // Another editor may be open: the form begins with its newest letters.
  await settleIfOpen(access.id);
  const { id, title, icon, content, version } = await orErrorPage(readDocument(actor, access));
  const [mentionable, hasPassages] = await Promise.all([listMentionable(actor, access), hasOpenPassages(access)]);
  const known = await listKnown(actor, access, mentionable);
  const { write, resolve } = commentRights(access);
  const document = { id, title, icon, content, version };
  const rights = { write, resolve, share: access.can.share };
  return { document, path: access.path, mentionable, known, commentRights: rights, hasPassages };
}

/** Adds details to a conflict that its page shows but the API does not return. */
function explained(actor: Actor, forkedFrom: number | undefined) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof AppError) || error.error !== 'conflict') throw error;
    throw new AppError('conflict', { data: await explainConflict(actor, error.data as Conflict, forkedFrom) });
  };
}

type Saved = Posted<z.output<typeof documentForm>, Actor>;
const idOf = ({ params }: Saved) => params.docId ?? '';
const textOf = ({ input, t }: Saved) => ({
  title: input.title || t('document.untitled'),
  content: input.content,
  icon: input.icon ?? null,
});

export const action = pageAction({
  save: intent({
    limit: perPerson('documentWrite'),
    schema: documentForm,
    run: async (posted: Saved) => {
      const { baseVersion, forkedFrom, drafts } = posted.input;
      const changes = { ...posted.onlyPosted(textOf(posted)), baseVersion, autosave: false };
      const saving = updateDocument(posted.actor, idOf(posted), changes);
      const { id, merged } = await saving.catch(explained(posted.actor, forkedFrom ?? baseVersion));
      return redirectWithToast(posted.context, `/doc/${id}`, { key: merged ? 'merged' : 'saved', drafts });
    },
  }),
  'save-both': intent({
    limit: perPerson('documentWrite'),
    schema: documentForm,
    run: async (posted: Saved) => {
      const { forkedFrom, baseVersion: shown, drafts } = posted.input;
      const saving = saveBoth(posted.actor, idOf(posted), { ...posted.onlyPosted(textOf(posted)), forkedFrom, shown });
      const { id } = await saving.catch(explained(posted.actor, forkedFrom));
      return redirectWithToast(posted.context, `/doc/${id}`, { key: 'saved', drafts });
    },
  }),
  'save-theirs': intent({
    schema: draftsForm,
    run: async ({ actor, input, params, context }) => {
      const { id } = await requireAccess(actor, params.docId ?? '', 'edit');
      return redirectWithToast(context, `/doc/${id}`, { key: 'theirsKept', drafts: input.drafts });
    },
  }),
  preview: intent({
    schema: documentForm,
    run: async ({ actor, input, params, context }) => {
      const html = await previewText(actor, params.docId ?? '', input.content);
      return { preview: { ...localizedBody(context, html, false), fields: input } };
    },
  }),
});

export default function DocumentEditRoute({ loaderData }: Route.ComponentProps) {
  const { preview = null } = (useActionAnswer() as Partial<PreviewData> | undefined) ?? {};
  return (
    <DocumentEditor
      document={loaderData.document}
      path={loaderData.path}
      mentionable={loaderData.mentionable}
      known={loaderData.known}
      commentRights={loaderData.commentRights}
      hasPassages={loaderData.hasPassages}
      preview={preview}
    />
  );
}

type PreviewData = { preview: { html: string; hasMaths: boolean; fields: z.output<typeof documentForm> } };

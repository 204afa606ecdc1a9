import { z } from 'zod';
import { DocumentEditor } from '#app/components/document-editor.tsx';
import { AppError } from '#app/errors.ts';
import { perPerson } from '#app/http/limits.ts';
import { intent, pageAction } from '#app/http/page-action.ts';
import { orErrorPage, requireActor } from '#app/http/require-actor.ts';
import { redirectWithToast } from '#app/http/toast.ts';
import { documentForm } from '#app/schemas/documents.ts';
import { requireAccess } from '#app/services/documents/access.ts';
import { getDocument } from '#app/services/documents/get-document.ts';
import { previewText } from '#app/services/documents/preview-text.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import type { Route } from './+types/document-edit';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  if (!z.cuid().safeParse(params.docId).success) await orErrorPage(Promise.reject(new AppError('documentNotFound')));
  const { path } = await orErrorPage(requireAccess(actor, params.docId, 'edit'));
  const { id, title, icon, content, version } = await orErrorPage(getDocument(actor, params.docId));
  return { document: { id, title, icon, content, version }, path };
}

export const action = pageAction({
  save: intent({
    limit: perPerson('documentWrite'),
    schema: documentForm,
    run: async ({ actor, input, params, context, t }) => {
      const { title, content, icon, baseVersion } = input;
      const changes = {
        title: title || t('document.untitled'),
        content,
        icon: icon ?? null,
        baseVersion,
        autosave: false,
      };
      const { id, merged } = await updateDocument(actor, params.docId ?? '', changes);
      return redirectWithToast(context, `/doc/${id}`, { key: merged ? 'merged' : 'saved' });
    },
  }),
  preview: intent({
    schema: documentForm,
    run: async ({ actor, input, params }) => {
      const html = await previewText(actor, params.docId ?? '', input.content);
      return { preview: { html, fields: input } };
    },
  }),
});

export default function DocumentEditRoute({ loaderData, actionData }: Route.ComponentProps) {
  const preview = actionData && 'preview' in (actionData as object) ? (actionData as PreviewData).preview : null;
  return <DocumentEditor document={loaderData.document} path={loaderData.path} preview={preview} />;
}

type PreviewData = { preview: { html: string; fields: z.output<typeof documentForm> } };

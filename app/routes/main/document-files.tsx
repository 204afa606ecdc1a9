import { createReadStream } from 'node:fs';
import type { ActionFunctionArgs } from 'react-router';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { FilesPage } from '#app/features/files/files-page.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { requireIdOfPage } from '#app/http/request/require-id.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { dropFiles, receivedFiles, receiveForm } from '#app/http/uploads/uploads.ts';
import { fileChoice, removedFile, renamedFile } from '#app/schemas/files.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { listFiles } from '#app/services/files/list-files.ts';
import { renameFile } from '#app/services/files/rename-file.ts';
import { restoreFile, trashFile } from '#app/services/files/restore-file.ts';
import { saveUploads } from '#app/services/files/save-uploads.ts';
import { getStorageUse } from '#app/services/files/storage-use.ts';
import type { Route } from './+types/document-files';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const docId = requireIdOfPage(params.docId);
  const keyword = url.searchParams.get('keyword')?.trim() ?? '';
  const { files, total, access } = await orErrorPage(listFiles(actor, docId, keyword));
  const { id, title } = await orErrorPage(getEntry(actor, access));
  const maxMegabytes = config().maxUploadBytes / 1024 / 1024;
  // Storage use of an account is visible to its owner only.
  const storageUse = access.ownerId === actor.id ? await getStorageUse(actor.id) : null;
  return { document: { id, title }, files, total, keyword, canEdit: access.can.edit, maxMegabytes, storageUse };
}

const act = pageAction(
  {
    upload: intent({
      limit: perPerson('upload'),
      run: async ({ actor, params, context }) => {
        const uploads = receivedFiles(context).map(({ name, file }) => ({ name, bytes: () => createReadStream(file) }));
        if (uploads.length === 0)
          throw new AppError('validationFailed', { fields: { file: [{ key: 'files.required' }] } });
        await saveUploads(actor, params.docId ?? '', uploads);
        const values = { count: uploads.length };
        return redirectWithToast(context, `/doc/${params.docId}/files`, { key: 'filesAdded', values });
      },
    }),
    'file-rename': intent({
      schema: renamedFile,
      run: async ({ actor, input, params, context }) => {
        await renameFile(actor, params.docId ?? '', input.renamed, input.fileName);
        return redirectWithToast(context, `/doc/${params.docId}/files`, { key: 'fileRenamed' });
      },
    }),
    'file-remove': intent({
      schema: fileChoice,
      run: async ({ actor, input, params, context }) => {
        const here = `/doc/${params.docId}/files`;
        const canUndo = await trashFile(actor, input.fileId);
        const undo = { action: here, intent: 'file-restore', fields: { removed: input.fileId } };
        return redirectWithToast(context, here, { key: 'fileRemoved', ...(canUndo ? { undo } : {}) });
      },
    }),
    'file-restore': intent({
      schema: removedFile,
      run: async ({ actor, input, params, context }) => {
        await restoreFile(actor, params.docId ?? '', input.removed);
        return redirectWithToast(context, `/doc/${params.docId}/files`, { key: 'fileRestored' });
      },
    }),
  },
  receiveForm({ field: 'file', intent: 'upload' }),
);

export async function action(args: ActionFunctionArgs) {
  try {
    return await act(args);
  } finally {
    await dropFiles(args.context);
  }
}

export default function DocumentFilesRoute({ loaderData }: Route.ComponentProps) {
  return <FilesPage {...loaderData} />;
}

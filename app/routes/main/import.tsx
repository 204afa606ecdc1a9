import type { ActionFunctionArgs } from 'react-router';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { ImportPage } from '#app/features/transfer/import-page.tsx';
import { perPerson } from '#app/http/api/rate-limits.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { dropFiles, receivedFiles, receiveForm } from '#app/http/uploads/uploads.ts';
import { id } from '#app/schemas/text.ts';
import { importChoice, importForm } from '#app/schemas/transfer.ts';
import { getImportParent } from '#app/services/transfer/get-import-parent.ts';
import { importUploads } from '#app/services/transfer/import-uploads.ts';
import { listImports } from '#app/services/transfer/list-imports.ts';
import { IMPORTED_ENDINGS } from '#app/services/transfer/source-text.ts';
import { undoImport } from '#app/services/transfer/undo-import.ts';
import type { Route } from './+types/import';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const wanted = id().safeParse(url.searchParams.get('parentId'));
  const parent = wanted.success ? await orErrorPage(getImportParent(actor, wanted.data)) : null;
  const maxMegabytes = config().maxUploadBytes / 1024 / 1024;
  return { parent, imports: await listImports(actor), maxMegabytes, accepted: IMPORTED_ENDINGS.join(',') };
}

const act = pageAction(
  {
    import: intent({
      limit: perPerson('documentWrite'),
      schema: importForm,
      run: async ({ actor, input, context }) => {
        const uploads = receivedFiles(context);
        if (uploads.length === 0)
          throw new AppError('validationFailed', { fields: { files: [{ key: 'files.required' }] } });
        const { report } = await importUploads(actor, { uploads, parentId: input.parentId ?? null });
        const values = { count: report.documents };
        return redirectWithToast(context, '/import#imports', { key: 'imported', values });
      },
    }),
    undo: intent({
      limit: perPerson('documentWrite'),
      schema: importChoice,
      run: async ({ actor, input, context }) => {
        const { removed, archived } = await undoImport(actor, input.importId);
        const key = archived > 0 ? 'importUndoneInPart' : 'importUndone';
        return redirectWithToast(context, '/import', { key, values: { count: removed, archived } });
      },
    }),
  },
  receiveForm,
);

export async function action(args: ActionFunctionArgs) {
  try {
    return await act(args);
  } finally {
    await dropFiles(args.context);
  }
}

export default function ImportRoute({ loaderData }: Route.ComponentProps) {
  return <ImportPage {...loaderData} />;
}

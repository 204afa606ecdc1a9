import { type ActionFunctionArgs, type RouterContextProvider, redirect } from 'react-router';
import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';
import { ImportPage } from '#app/features/transfer/import-page.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast, type Toast } from '#app/http/page-state/toast.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { dropFiles, receivedFiles, receiveForm } from '#app/http/uploads/uploads.ts';
import { id } from '#app/schemas/text.ts';
import { importChoice, importForm } from '#app/schemas/transfer.ts';
import { beginImport, planUploads, startPlanned } from '#app/services/transfer/import/begin-import.ts';
import { getImportParent } from '#app/services/transfer/import/get-import-parent.ts';
import type { ImportReport } from '#app/services/transfer/import/import-report.ts';
import type { ImportInput } from '#app/services/transfer/import/import-uploads.ts';
import { listImports } from '#app/services/transfer/import/list-imports.ts';
import { undoImport } from '#app/services/transfer/import/undo-import.ts';
import { IMPORTED_ENDINGS } from '#app/services/transfer/sources/source-text.ts';
import type { Route } from './+types/import';

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const wanted = id().safeParse(url.searchParams.get('parentId'));
  const parent = wanted.success ? await orErrorPage(getImportParent(actor, wanted.data)) : null;
  const maxMegabytes = config().maxUploadBytes / 1024 / 1024;
  return { parent, imports: await listImports(actor), maxMegabytes, accepted: IMPORTED_ENDINGS.join(',') };
}

function inputOf(context: Readonly<RouterContextProvider>, parentId: string | undefined): ImportInput {
  const uploads = receivedFiles(context);
  if (uploads.length === 0) throw new AppError('validationFailed', { fields: { files: [{ key: 'files.required' }] } });
  return { uploads, parentId: parentId ?? null };
}

/**
 * Redirects to the report, or to the progress of an import that is still running. Throws `typeNotAllowed` or
 * `validationFailed` if nothing was imported; `field` has the message, if the page has its form.
 */
function begun(
  context: Readonly<RouterContextProvider>,
  report: ImportReport | null,
  field: 'files' | '' = '',
): Response {
  if (report?.documents === 0) throw importedNothing(report, field);
  const toast: Toast = report ? { key: 'imported', values: { count: report.documents } } : { key: 'importRuns' };
  return redirectWithToast(context, '/import#imports', toast);
}

function importedNothing({ notTaken }: ImportReport, field: string): AppError {
  const isType = notTaken.length > 0 && notTaken.every(({ reason }) => reason === 'type');
  return new AppError(isType ? 'typeNotAllowed' : 'validationFailed', {
    fields: { [field]: [{ key: 'files.nothing' }] },
  });
}

/** Loads the list again after a failed import, too, as its report is there. */
export const shouldRevalidate = () => true;

const act = pageAction(
  {
    import: intent({
      limit: perPerson('documentWrite'),
      schema: importForm,
      run: async ({ actor, input, context }) => {
        return begun(context, await beginImport(actor, inputOf(context, input.parentId)), 'files');
      },
    }),
    preview: intent({
      limit: perPerson('documentWrite'),
      schema: importForm,
      run: async ({ actor, input, context }) => {
        await planUploads(actor, inputOf(context, input.parentId));
        return redirect('/import#imports', 303);
      },
    }),
    start: intent({
      limit: perPerson('documentWrite'),
      schema: importChoice,
      run: async ({ actor, input, context }) => begun(context, await startPlanned(actor, input.importId)),
    }),
    undo: intent({
      limit: perPerson('documentWrite'),
      schema: importChoice,
      run: async ({ actor, input, context }) => {
        const { removed, archived } = await undoImport(actor, input.importId);
        if (removed + archived === 0) return redirectWithToast(context, '/import', { key: 'importDiscarded' });
        const key = archived > 0 ? 'importUndoneInPart' : 'importUndone';
        return redirectWithToast(context, '/import', { key, values: { count: removed, archived } });
      },
    }),
  },
  receiveForm({ field: 'files', intent: 'import', isOneUpload: true }),
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

import { redirect } from 'react-router';
import { perPerson } from '#app/http/api/limit-per.ts';
import { idOf, type OnDocument } from '#app/http/documents/posted-document.ts';
import { intent } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { copyForm } from '#app/schemas/documents.ts';
import { planDuplicate } from '#app/services/documents/duplicate-document.ts';
import { type StartedCopy, startCopy } from '#app/services/documents/start-copy.ts';
import { planTakeCopy } from '#app/services/documents/take-copy.ts';

/** Intents of a document's page that copy its branch. */
export const copyIntents = {
  duplicate: copyIntent('duplicate', planDuplicate, 'duplicated'),
  'take-copy': copyIntent('take-copy', planTakeCopy, 'copyTaken'),
};

function copyIntent(kind: 'duplicate' | 'take-copy', plan: typeof planDuplicate, toast: 'duplicated' | 'copyTaken') {
  return intent({
    limit: perPerson('documentWrite'),
    schema: copyForm,
    run: async (posted) => {
      const form = { kind, key: posted.input.key };
      const copy = await startCopy(posted.actor, await plan(posted.actor, idOf(posted)), form);
      return toCopy(posted, copy, toast);
    },
  });
}

/** Redirects to a copy, or to its progress while it is running. */
function toCopy({ context }: OnDocument, { id, title, isFinished }: StartedCopy, key: 'duplicated' | 'copyTaken') {
  if (!isFinished) return redirect(`/copies/${id}`, 303);
  return redirectWithToast(context, `/doc/${id}`, { key, values: { title } });
}

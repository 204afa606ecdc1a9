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
  duplicate: intent({
    limit: perPerson('documentWrite'),
    schema: copyForm,
    run: async (posted) => {
      const form = { kind: 'duplicate', key: posted.input.key } as const;
      const copy = await startCopy(posted.actor, await planDuplicate(posted.actor, idOf(posted)), form);
      return toCopy(posted, copy, 'duplicated');
    },
  }),
  'take-copy': intent({
    limit: perPerson('documentWrite'),
    schema: copyForm,
    run: async (posted) => {
      const form = { kind: 'take-copy', key: posted.input.key } as const;
      const copy = await startCopy(posted.actor, await planTakeCopy(posted.actor, idOf(posted)), form);
      return toCopy(posted, copy, 'copyTaken');
    },
  }),
};

/** Redirects to a copy, or to its progress while it is running. */
function toCopy({ context }: OnDocument, { id, title, isFinished }: StartedCopy, key: 'duplicated' | 'copyTaken') {
  if (!isFinished) return redirect(`/copies/${id}`, 303);
  return redirectWithToast(context, `/doc/${id}`, { key, values: { title } });
}

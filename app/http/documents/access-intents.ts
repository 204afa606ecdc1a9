import { AppError } from '#app/errors.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { here, idOf } from '#app/http/documents/posted-document.ts';
import { intent } from '#app/http/forms/page-action.ts';
import { redirectWithToast } from '#app/http/page-state/toast.ts';
import { accessRequestForm, sealedUndoForm } from '#app/schemas/shares.ts';
import { id } from '#app/schemas/text.ts';
import { mayReadDocument } from '#app/services/access/document-access.ts';
import { leaveDocument, rejoinDocument } from '#app/services/shares/change-share.ts';
import { requestAccess } from '#app/services/shares/request-access.ts';

/** Intents by which a person leaves a shared document, returns, or asks for access. */
export const accessIntents = {
  leave: intent({
    run: async (posted) => {
      const sealed = await leaveDocument(posted.actor, idOf(posted));
      const undo = { action: here(posted), intent: 'rejoin', fields: { sealed } };
      const key = (await mayReadDocument(posted.actor, idOf(posted))) ? 'leftButReadable' : 'left';
      return redirectWithToast(posted.context, '/shared', { key, undo });
    },
  }),
  rejoin: intent({
    limit: perPerson('documentWrite'),
    schema: sealedUndoForm,
    run: async (posted) => {
      await rejoinDocument(posted.actor, idOf(posted), posted.input.sealed);
      return redirectWithToast(posted.context, here(posted), { key: 'rejoined' });
    },
  }),
  'request-access': intent({
    limit: perPerson('accessRequest'),
    schema: accessRequestForm,
    run: async (posted) => {
      if (!id().safeParse(idOf(posted)).success) throw new AppError('documentNotFound');
      await requestAccess(posted.actor, idOf(posted), posted.input.message);
      return redirectWithToast(posted.context, here(posted), { key: 'accessRequested' });
    },
  }),
};

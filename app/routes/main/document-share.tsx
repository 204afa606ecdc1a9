import { z } from 'zod';
import { SharePanel } from '#app/components/share-panel.tsx';
import { AppError } from '#app/errors.ts';
import { perPerson } from '#app/http/limits.ts';
import { intent, pageAction } from '#app/http/page-action.ts';
import { orErrorPage, requireActor } from '#app/http/require-actor.ts';
import { redirectWithToast } from '#app/http/toast.ts';
import { shareForm, shareRemoveForm, shareUpdateForm } from '#app/schemas/shares.ts';
import { requireAccess } from '#app/services/documents/access.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { changeShare, removeShare } from '#app/services/shares/change-share.ts';
import { listInheritedShares, listShares } from '#app/services/shares/list-shares.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import type { Route } from './+types/document-share';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const { docId } = params;
  if (!z.cuid().safeParse(docId).success) await orErrorPage(Promise.reject(new AppError('documentNotFound')));
  const access = await orErrorPage(requireAccess(actor, docId, 'share'));
  const [document, shares, inherited] = await Promise.all([
    orErrorPage(getEntry(actor, access)),
    listShares(actor, docId),
    listInheritedShares(actor, docId),
  ]);
  return { document, shares, inherited };
}

export const action = pageAction({
  share: intent({
    limit: perPerson('documentWrite'),
    schema: shareForm,
    run: async ({ actor, input, params, context }) => {
      await shareDocument(actor, params.docId ?? '', input);
      return redirectWithToast(context, `/doc/${params.docId}/share`, {
        key: 'shared',
        values: { email: input.email },
      });
    },
  }),
  'share-update': intent({
    limit: perPerson('documentWrite'),
    schema: shareUpdateForm,
    run: async ({ actor, input, params, context }) => {
      await changeShare(actor, params.docId ?? '', input);
      return redirectWithToast(context, `/doc/${params.docId}/share`, { key: 'saved' });
    },
  }),
  'share-remove': intent({
    schema: shareRemoveForm,
    run: async ({ actor, input, params, context }) => {
      await removeShare(actor, params.docId ?? '', input);
      return redirectWithToast(context, `/doc/${params.docId}/share`, { key: 'shareRemoved' });
    },
  }),
});

export default function DocumentShareRoute({ loaderData }: Route.ComponentProps) {
  return <SharePanel {...loaderData} />;
}

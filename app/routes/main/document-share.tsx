import { config } from '#app/config.server.ts';
import { SharePanel } from '#app/features/sharing/share-panel.tsx';
import { perPerson } from '#app/http/api/limit-per.ts';
import { intent, pageAction } from '#app/http/forms/page-action.ts';
import { redirectWithToast, type Toast } from '#app/http/page-state/toast.ts';
import { requireIdOfPage } from '#app/http/request/require-id.ts';
import { orErrorPage, requireActor } from '#app/http/session/require-actor.ts';
import { commentingForm } from '#app/schemas/comments.ts';
import { EVERYONE_ID } from '#app/schemas/groups.ts';
import { linkForm } from '#app/schemas/links.ts';
import {
  handOverForm,
  newShare,
  requestDismissForm,
  sealedUndoForm,
  shareRemoveForm,
  shareResendForm,
  shareUpdateForm,
} from '#app/schemas/shares.ts';
import { viaWeb } from '#app/services/access/administrator.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import { findProfileImages } from '#app/services/accounts/find-profile-images.ts';
import { handOverDocument, heirsAmong, measureHandover } from '#app/services/accounts/hand-over-document.ts';
import { getEntry } from '#app/services/documents/get-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { listGroups } from '#app/services/groups/list-groups.ts';
import { linkRule } from '#app/services/public-links/link-rule.ts';
import {
  createPublicLink,
  findPublicLink,
  restorePublicLink,
  revokePublicLink,
} from '#app/services/public-links/public-link.ts';
import { dismissAccessRequest, listAccessRequests } from '#app/services/shares/access-requests.ts';
import { sharingDomains } from '#app/services/shares/allowed-addresses.ts';
import { changeShare, removeShare } from '#app/services/shares/change-share.ts';
import { listPeopleWithAccess } from '#app/services/shares/list-people-with-access.ts';
import { listInheritedShares, listShares } from '#app/services/shares/list-shares.ts';
import { resendInvitation } from '#app/services/shares/resend-invitation.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import { isGroupShare, type ShareEntry } from '#app/services/shares/share-entry.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';
import { countUnshared } from '#app/services/takeouts/record-takeouts.ts';
import type { Route } from './+types/document-share';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = requireActor(context, url);
  const docId = requireIdOfPage(params.docId);
  const access = await orErrorPage(requireAccess(actor, docId, 'share'));
  const [document, shares, inherited, requests, link, groups, reached, size] = await Promise.all([
    orErrorPage(getEntry(actor, access)),
    listShares(actor, access),
    listInheritedShares(actor, access),
    listAccessRequests(actor, access),
    findPublicLink(actor, access),
    listGroups(viaWeb(actor)),
    listPeopleWithAccess(actor, access),
    measureHandover(access),
  ]);
  const people = [...shares, ...inherited].flatMap(({ userId, email }) => (userId === null ? [] : [{ email }]));
  const members = shares.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  const losses = await countUnshared(docId, members);
  const faces = await findProfileImages([...people, ...requests].map(({ email }) => email));
  const origin = config().appUrl ?? url.origin;
  const rule = linkRule(link ? Date.parse(link.createdAt) : undefined);
  const domains = sharingDomains();
  const handover = { size, heirs: heirsAmong(shares, inherited, reached) };
  const entries = { shares, inherited, groups, reached, requests };
  return { document, ...entries, link, rule, faces, losses, origin, domains, handover };
}

export const action = pageAction({
  share: intent({
    limit: perPerson('documentWrite'),
    schema: newShare,
    run: async ({ actor, input, params, context, t }) => {
      const docId = params.docId ?? '';
      if (input.groupId !== undefined) {
        const entries = await shareWithGroup(actor, docId, input);
        const entry = entries.filter(isGroupShare).find(({ groupId }) => groupId === input.groupId);
        const name = input.groupId === EVERYONE_ID ? t('groups.everyone') : (entry?.groupName ?? '');
        const key = input.permission === 'NONE' ? 'closedToGroup' : 'sharedWithGroup';
        return redirectWithToast(context, `/doc/${docId}/share`, { key, values: { name } });
      }
      await shareDocument(actor, docId, input);
      const key = input.permission === 'NONE' ? 'closedTo' : 'shared';
      return redirectWithToast(context, `/doc/${docId}/share`, { key, values: { email: input.email } });
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
      const docId = params.docId ?? '';
      const share = (await listShares(actor, docId)).find(({ id }) => id === input.shareId);
      await removeShare(actor, docId, input);
      const toast = { key: 'shareRemoved', ...(share ? { undo: shareAgain(docId, share) } : {}) };
      return redirectWithToast(context, `/doc/${docId}/share`, toast);
    },
  }),
  'share-resend': intent({
    limit: perPerson('documentWrite'),
    schema: shareResendForm,
    run: async ({ actor, input, params, context }) => {
      const email = await resendInvitation(actor, params.docId ?? '', input.shareId);
      return redirectWithToast(context, `/doc/${params.docId}/share`, { key: 'invitationResent', values: { email } });
    },
  }),
  'request-dismiss': intent({
    schema: requestDismissForm,
    run: async ({ actor, input, params, context }) => {
      await dismissAccessRequest(actor, params.docId ?? '', input.requestId);
      return redirectWithToast(context, `/doc/${params.docId}/share`, { key: 'requestDismissed' });
    },
  }),
  commenting: intent({
    limit: perPerson('documentWrite'),
    schema: commentingForm,
    run: async ({ actor, input, params, context }) => {
      await updateDocument(actor, params.docId ?? '', { commenting: input.commenting, autosave: false });
      return redirectWithToast(context, `/doc/${params.docId}/share`, { key: 'saved' });
    },
  }),
  'hand-over': intent({
    limit: perPerson('documentWrite'),
    schema: handOverForm,
    run: async ({ actor, input, params, context }) => {
      const docId = params.docId ?? '';
      const { name } = await handOverDocument(actor, docId, input.userId);
      return redirectWithToast(context, `/doc/${docId}`, { key: 'handedOver', values: { name } });
    },
  }),
  'link-create': intent({
    limit: perPerson('documentWrite'),
    schema: linkForm,
    run: async ({ actor, input, params, context }) => {
      await createPublicLink(actor, params.docId ?? '', input);
      return redirectWithToast(context, `/doc/${params.docId}/share`, { key: 'linkCreated' });
    },
  }),
  'link-revoke': intent({
    run: async ({ actor, params, context }) => {
      const here = `/doc/${params.docId}/share`;
      const revoked = await revokePublicLink(actor, params.docId ?? '');
      const undo = revoked ? { undo: { action: here, intent: 'link-restore', fields: { sealed: revoked } } } : {};
      return redirectWithToast(context, here, { key: 'linkRevoked', ...undo });
    },
  }),
  'link-restore': intent({
    limit: perPerson('documentWrite'),
    schema: sealedUndoForm,
    run: async ({ actor, input, params, context }) => {
      await restorePublicLink(actor, params.docId ?? '', input.sealed);
      return redirectWithToast(context, `/doc/${params.docId}/share`, { key: 'linkRestored' });
    },
  }),
});

function shareAgain(docId: string, share: ShareEntry): Toast['undo'] {
  const { permission } = share;
  const who: Record<string, string> = isGroupShare(share) ? { groupId: share.groupId } : { email: share.email };
  return { action: `/doc/${docId}/share`, intent: 'share', fields: { ...who, permission } };
}

export default function DocumentShareRoute({ loaderData }: Route.ComponentProps) {
  return <SharePanel {...loaderData} />;
}

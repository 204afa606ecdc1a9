import { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { type Call, endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/limit-per.ts';
import { newShare, shareChange, shareRemoval } from '#app/schemas/shares.ts';
import { id } from '#app/schemas/text.ts';
import type { Actor } from '#app/services/actor.ts';
import { changeShare, removeShare } from '#app/services/shares/change-share.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import { requireShareAccess } from '#app/services/shares/share-entry.ts';
import { shareWithGroup } from '#app/services/shares/share-with-group.ts';

const ids = z.object({ docId: id().optional(), userId: id().optional(), targetUserId: id().optional() });

type AnyCall = Pick<Call<{ docId?: unknown }, Actor>, 'actor' | 'ids' | 'input'>;

const namesAnother = ({ ids: path, input }: AnyCall) => input.docId !== undefined && input.docId !== path.id;

/** Checks a document id repeated in the body, which must match the path. */
function requireSameDocument(call: AnyCall): void {
  if (!namesAnother(call)) return;
  throw new AppError('validationFailed', { fields: { docId: [{ key: 'share.otherDocument' }] } });
}

async function mayShare(call: AnyCall): Promise<void> {
  await requireShareAccess(call.actor, call.ids.id!, 'change');
  requireSameDocument(call);
}

async function mayRemove(call: AnyCall): Promise<void> {
  // The entry is known only once the fields are valid; it may be the caller's own.
  await requireShareAccess(call.actor, call.ids.id!, 'remove', { isRecipient: true });
  requireSameDocument(call);
}

const { answer } = endpoint({
  GET: signedIn({ run: (call) => listShares(call.actor, call.ids.id!) }),
  POST: signedIn({
    limit: perPerson('documentWrite'),
    ids,
    guard: mayShare,
    input: newShare,
    run: async (call) => {
      if (namesAnother(call)) await mayShare(call);
      const { input } = call;
      return input.groupId === undefined
        ? shareDocument(call.actor, call.ids.id!, input)
        : shareWithGroup(call.actor, call.ids.id!, input);
    },
  }),
  PATCH: signedIn({
    limit: perPerson('documentWrite'),
    ids,
    guard: mayShare,
    input: shareChange,
    run: async (call) => {
      if (namesAnother(call)) await mayShare(call);
      return changeShare(call.actor, call.ids.id!, call.input);
    },
  }),
  DELETE: signedIn({
    ids,
    guard: mayRemove,
    input: shareRemoval,
    run: async (call) => {
      if (namesAnother(call)) await mayRemove(call);
      return removeShare(call.actor, call.ids.id!, {
        shareId: call.input.shareId,
        userId: call.input.targetUserId,
        groupId: call.input.groupId,
      });
    },
  }),
});

export const loader = answer;
export const action = answer;

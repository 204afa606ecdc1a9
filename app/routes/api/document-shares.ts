import { z } from 'zod';
import { AppError } from '#app/errors.ts';
import { type Call, endpoint, signedIn } from '#app/http/api/endpoint.ts';
import { perPerson } from '#app/http/api/rate-limits.ts';
import { newShare, shareChange, shareRemoval } from '#app/schemas/shares.ts';
import { id } from '#app/schemas/text.ts';
import { findAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { changeShare, removeShare } from '#app/services/shares/change-share.ts';
import { listShares } from '#app/services/shares/list-shares.ts';
import { shareDocument } from '#app/services/shares/share-document.ts';
import { requireShareable } from '#app/services/shares/share-entry.ts';

const ids = z.object({ docId: id().optional(), userId: id().optional(), targetUserId: id().optional() });

/** The body may repeat the document id; it must match the path. */
function sameDocument({ ids: path, input }: Call<Record<string, unknown>, Actor>): void {
  if (input.docId === undefined || input.docId === path.id) return;
  throw new AppError('validationFailed', { fields: { docId: [{ key: 'share.otherDocument' }] } });
}

async function mayShare(call: Call<Record<string, unknown>, Actor>): Promise<void> {
  await requireShareable(call.actor, call.ids.id!);
  sameDocument(call);
}

const { answer } = endpoint({
  GET: signedIn({ run: (call) => listShares(call.actor, call.ids.id!) }),
  POST: signedIn({
    limit: perPerson('documentWrite'),
    ids,
    guard: mayShare,
    input: newShare,
    run: (call) => shareDocument(call.actor, call.ids.id!, call.input),
  }),
  PATCH: signedIn({
    limit: perPerson('documentWrite'),
    ids,
    guard: mayShare,
    input: shareChange,
    run: (call) => changeShare(call.actor, call.ids.id!, call.input),
  }),
  DELETE: signedIn({
    ids,
    guard: async (call) => {
      await findAccess(call.actor, call.ids.id!);
      sameDocument(call);
    },
    input: shareRemoval,
    run: (call) =>
      removeShare(call.actor, call.ids.id!, { shareId: call.input.shareId, userId: call.input.targetUserId }),
  }),
});

export const loader = answer;
export const action = answer;

import { z } from 'zod';
import { email } from '#app/schemas/accounts.ts';
import { groupId } from '#app/schemas/groups.ts';
import { MESSAGE_MAX } from '#app/schemas/limits.ts';
import { withLineFeeds } from '#app/schemas/line-feeds.ts';
import { postedNumber } from '#app/schemas/posted-number.ts';
import { id, storableText } from '#app/schemas/text.ts';

export const PERMISSIONS = ['EDIT', 'READ', 'NONE'] as const;

/**
 * Accepts any string, as the service reports an unknown value as `invalidSharePermission`, not as a malformed field.
 */
const permission = z.string();
const shareId = z.number().int().min(1);
const postedShareId = postedNumber(shareId);

/** Requires an address or a group. */
export const newShare = z
  .object({ email: email.optional(), groupId: groupId().optional(), permission, docId: id().optional() })
  .refine(({ email, groupId }) => email !== undefined || groupId !== undefined, {
    path: ['email'],
    message: 'email.required',
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .transform(({ email, groupId, ...rest }) =>
    groupId === undefined ? { ...rest, groupId, email: email! } : { ...rest, groupId },
  );
const whichShare = { shareId: shareId.optional(), groupId: groupId().optional(), docId: id().optional() };
export const shareChange = z
  .object({ ...whichShare, userId: id().optional(), permission })
  .refine(({ userId, groupId, shareId }) => userId !== undefined || groupId !== undefined || shareId !== undefined, {
    path: ['userId'],
    message: 'required',
  });
export const shareRemoval = z
  .object({ ...whichShare, targetUserId: id().optional() })
  .refine(
    ({ targetUserId, groupId, shareId }) =>
      targetUserId !== undefined || groupId !== undefined || shareId !== undefined,
    { path: ['targetUserId'], message: 'required' },
  );
export const shareUpdateForm = z.object({ shareId: postedShareId, permission });
export const shareRemoveForm = z.object({ shareId: postedShareId });
/** Form of an Undo: the state to restore, sealed by `sealUndo`. */
export const sealedUndoForm = z.object({ sealed: z.string().min(1).max(2000) });
export const shareResendForm = z.object({ shareId: postedShareId });
/** Choice of the next owner, confirmed by a checkbox. */
export const handOverForm = z.object({
  userId: z.string().default('').pipe(z.cuid('share.heirRequired')),
  confirmed: z
    .string()
    .default('')
    .refine((value) => value === 'on', 'share.unconfirmed'),
});
export const requestDismissForm = z.object({ requestId: id() });
export const accessRequestForm = z.object({
  message: storableText()
    .default('')
    .transform((text) => withLineFeeds(text).trim())
    .refine((text) => [...text].length <= MESSAGE_MAX, 'accessRequest.tooLong'),
});

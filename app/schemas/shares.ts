import { z } from 'zod';
import { email } from '#app/schemas/accounts.ts';
import { MESSAGE_MAX } from '#app/schemas/limits.ts';
import { id, storableText, withLineFeeds } from '#app/schemas/text.ts';

export const PERMISSIONS = ['EDIT', 'READ', 'NONE'] as const;

/** Accepts any string: the service reports an unknown value as `invalidSharePermission`, not as a malformed field. */
const permission = z.string();
const shareId = z.coerce.number().int().positive();

export const newShare = z.object({ email, permission, docId: id().optional() });
const whichShare = { shareId: shareId.optional(), docId: id().optional() };
export const shareChange = z
  .object({ ...whichShare, userId: id().optional(), permission })
  .refine(({ userId, shareId }) => userId !== undefined || shareId !== undefined, {
    path: ['userId'],
    message: 'required',
  });
export const shareRemoval = z
  .object({ ...whichShare, targetUserId: id().optional() })
  .refine(({ targetUserId, shareId }) => targetUserId !== undefined || shareId !== undefined, {
    path: ['targetUserId'],
    message: 'required',
  });
export const shareForm = z.object({ email, permission });
export const shareUpdateForm = z.object({ shareId, permission });
export const shareRemoveForm = z.object({ shareId });
export const shareResendForm = z.object({ shareId });
export const requestDismissForm = z.object({ requestId: id() });
export const accessRequestForm = z.object({
  message: storableText()
    .default('')
    .transform((text) => withLineFeeds(text).trim())
    .refine((text) => [...text].length <= MESSAGE_MAX, 'accessRequest.tooLong'),
});

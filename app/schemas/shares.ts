import { z } from 'zod';
import { email } from '#app/schemas/accounts.ts';
import { groupId } from '#app/schemas/groups.ts';
import { MESSAGE_MAX } from '#app/schemas/limits.ts';
import { id, storableText, withLineFeeds } from '#app/schemas/text.ts';

export const PERMISSIONS = ['EDIT', 'READ', 'NONE'] as const;

/** Accepts any string: the service reports an unknown value as `invalidSharePermission`, not as a malformed field. */
const permission = z.string();
const shareId = z.coerce.number().int().positive();

/** A group in place of an address. */
const withGroup = z.object({ groupId: groupId(), permission, docId: id().optional() });
const withPerson = z.object({ groupId: z.undefined().optional(), email, permission, docId: id().optional() });
const hasGroup = (input: unknown) =>
  typeof input === 'object' && input !== null && 'groupId' in input && input.groupId !== undefined;

/** Validated as one of the two kinds, so that only its own fields are reported. */
export const newShare = z.unknown().transform((input, context) => {
  const parsed = (hasGroup(input) ? withGroup : withPerson).safeParse(input);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) context.issues.push({ ...issue, input } as z.core.$ZodRawIssue);
  return z.NEVER;
});
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

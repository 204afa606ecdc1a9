import { z } from 'zod';
import { count, id, instant, maybe, person } from '#app/http/api/description/answers/answer-parts.ts';
import { PERMISSIONS } from '#app/schemas/shares.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import type { CommentEntry, ThreadEntry } from '#app/services/comments/list-threads.ts';
import type { GroupDetail, GroupEntry } from '#app/services/groups/list-groups.ts';
import type { NotificationEntry } from '#app/services/notifications/list-notifications.ts';
import type { ShareEntry } from '#app/services/shares/share-entry.ts';

// Shapes of `data` in the API's responses. `satisfies` checks each against the type its service returns.

const personShare = z
  .object({
    id: z.int().min(1),
    userId: id.nullable(),
    email: z.string(),
    displayName: maybe,
    permission: z.enum(PERMISSIONS),
    isDeleted: z.literal(true).optional(),
    mailRefusal: z.string().optional(),
    isDeclined: z.literal(true).optional(),
  })
  .meta({ id: 'PersonShare' });
const groupShare = z
  .object({
    id: z.int().min(1),
    userId: z.null(),
    email: z.null(),
    displayName: z.null(),
    permission: z.enum(PERMISSIONS),
    groupId: id,
    groupName: z.string(),
  })
  .meta({ id: 'GroupShare' });
export const share = z.union([personShare, groupShare]).meta({ id: 'Share' }) satisfies z.ZodType<ShareEntry>;

const groupEntry = z.object({
  id,
  name: z.string(),
  isBuiltIn: z.boolean(),
  memberCount: z.int().min(0),
  createdAt: z.iso.datetime(),
});
const groupPerson = z.object({ userId: id, email: z.string(), displayName: maybe });
export const group = groupEntry.meta({ id: 'Group' }) satisfies z.ZodType<GroupEntry>;
export const groupDetail = groupEntry
  .extend({ members: z.array(groupPerson), keepers: z.array(groupPerson) })
  .meta({ id: 'GroupDetail' }) satisfies z.ZodType<GroupDetail>;

export const comment = z
  .object({ id, author: person, body: z.string(), html: z.string(), createdAt: instant, editedAt: instant.nullable() })
  .meta({ id: 'Comment' }) satisfies z.ZodType<CommentEntry>;
export const mentionable = z
  .object({
    id,
    name: z.string(),
    markdown: z.string(),
    shareWith: z.string().optional().describe('For the owner: address of a person who cannot read the document yet'),
  })
  .meta({ id: 'Mentionable' }) satisfies z.ZodType<Mentionable>;
export const thread = z
  .object({
    id,
    quote: maybe,
    prefix: maybe,
    suffix: maybe,
    state: z.enum(['open', 'resolved']),
    isFound: z.boolean(),
    createdAt: instant,
    comments: z.array(comment),
  })
  .meta({ id: 'Thread' }) satisfies z.ZodType<ThreadEntry>;

export const notification = z
  .object({
    id,
    kind: z.enum(['mention', 'reply', 'comment', 'share', 'access-request', 'change']),
    docId: id,
    threadId: id.nullable(),
    actor: z.object({ displayName: maybe, email: z.string() }).nullable(),
    count,
    createdAt: instant,
    isRead: z.boolean(),
  })
  .meta({ id: 'Notification' }) satisfies z.ZodType<Omit<NotificationEntry, 'title' | 'isOwner' | 'watched'>>;

export const watched = z
  .object({ watch: z.enum(['off', 'document', 'branch']).describe('What you are now notified of') })
  .meta({ id: 'Watch' });

export const unread = z.object({ unread: count });

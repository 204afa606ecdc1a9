import { z } from 'zod';
import { AUDIT_KINDS } from '#app/schemas/audit-kinds.ts';
import { COMMENTING } from '#app/schemas/comments.ts';
import { PERMISSIONS } from '#app/schemas/shares.ts';
import { USER_ROLES, USER_STATUSES } from '#app/schemas/users.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { AccountDetails } from '#app/services/accounts/account-details.ts';
import type { UserEntry } from '#app/services/accounts/user-entry.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import type { CommentEntry, ThreadEntry } from '#app/services/comments/list-threads.ts';
import type { DocumentCard } from '#app/services/documents/get-card.ts';
import type { RevisionEntry } from '#app/services/documents/history.ts';
import type { Activity } from '#app/services/documents/list-activity.ts';
import type { TreeEntry } from '#app/services/documents/list-children.ts';
import type { UpdatedDocument } from '#app/services/documents/update-document.ts';
import type { FileEntry } from '#app/services/files/file-entry.ts';
import type { UploadTicket } from '#app/services/files/request-upload.ts';
import type { GroupDetail, GroupEntry } from '#app/services/groups/list-groups.ts';
import type { PresentPerson } from '#app/services/live/list-presence.ts';
import type { NotificationEntry } from '#app/services/notifications/list-notifications.ts';
import type { Ceiling } from '#app/services/quotas/change-ceiling.ts';
import type { Quota, QuotaDetail } from '#app/services/quotas/get-quota.ts';
import type { Totals } from '#app/services/quotas/report-usage.ts';
import type { SavedSearchEntry } from '#app/services/search/saved-searches.ts';
import type { SearchHit } from '#app/services/search/search-documents.ts';
import type { ShareEntry } from '#app/services/shares/share-entry.ts';

// Shapes of `data` in the API's responses. `satisfies` checks each against the type its service returns.

const id = z.cuid();
const instant = z.iso.datetime({ precision: 3 });
const count = z.int().min(0);
const maybe = z.string().nullable();
/** A deleted account has neither name nor address. */
const person = z.object({ displayName: maybe, email: maybe }).meta({ id: 'Person' });

export const nothing = z.object({});

const documentFields = z.object({
  id,
  title: z.string(),
  parentId: id.nullable(),
  icon: maybe,
  isLeaf: z.boolean(),
  isStarred: z.boolean(),
  isArchived: z.boolean(),
  position: z.number(),
  coverImage: z.object({ url: z.string(), scrollY: z.number() }).nullable(),
  createdAt: instant,
  updatedAt: instant,
  version: z.int().min(1),
  owner: person,
  permission: z.enum(['EDIT', 'READ']),
  commenting: z.enum(COMMENTING),
  noticeType: z.enum(['NEW', 'UPDATE', 'NONE']),
});

export const entry = documentFields.meta({ id: 'DocumentEntry' }) satisfies z.ZodType<DocumentEntry>;
export const document = documentFields
  .extend({ content: z.string(), merged: z.literal(true).optional() })
  .meta({ id: 'Document' }) satisfies z.ZodType<UpdatedDocument>;
const trail = z.array(z.object({ id, title: z.string(), icon: maybe }));
/** `path` is included on request. */
export const listed = documentFields.extend({ path: trail.optional() }).meta({ id: 'ListedDocument' });
const searchHit = documentFields
  .extend({
    snippet: z.string(),
    markedTitle: z.string(),
    passage: maybe,
    path: trail,
    attachments: z.array(
      z.object({ fileId: id, name: z.string(), downloadUrl: z.string(), markedName: z.string(), snippet: maybe }),
    ),
  })
  .meta({ id: 'SearchHit' }) satisfies z.ZodType<SearchHit>;
export const treeEntry = documentFields
  .pick({
    id: true,
    title: true,
    icon: true,
    parentId: true,
    isLeaf: true,
    isStarred: true,
    position: true,
    permission: true,
    noticeType: true,
  })
  .meta({ id: 'TreeEntry' }) satisfies z.ZodType<TreeEntry>;
export const card = z.object({
  title: z.string(),
  icon: maybe,
  excerpt: z.string(),
  updatedAt: instant,
  isOwnWork: z.boolean(),
}) satisfies z.ZodType<DocumentCard>;
export const cover = z.object({ url: z.string(), scrollY: z.number(), isPreset: z.boolean().optional() });

export const activity = z
  .object({
    kind: z.enum(['created', 'wrote', 'moved', 'commented', 'shared']),
    docId: id,
    title: z.string(),
    name: maybe,
    count: z.int(),
    threadId: id.nullable(),
    sharedWith: maybe,
    at: instant,
  })
  .meta({ id: 'Activity' }) satisfies z.ZodType<Activity>;
const revisionFields = z.object({
  id,
  version: z.int().min(1),
  createdAt: instant,
  author: person,
  writers: z.array(person),
  title: z.string(),
  icon: maybe,
  isFolded: z.boolean(),
});
export const revision = revisionFields.meta({ id: 'Revision' }) satisfies z.ZodType<RevisionEntry>;
export const revisionDetail = revisionFields.extend({ content: z.string() }).meta({ id: 'RevisionDetail' });

const personShare = z
  .object({
    id: z.int().min(1),
    userId: id.nullable(),
    email: z.string(),
    displayName: maybe,
    permission: z.enum(PERMISSIONS),
    isDeleted: z.literal(true).optional(),
    mailRefusal: z.string().optional(),
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

export const savedSearch = z
  .object({ id, name: z.string(), query: z.string().describe('Query string of the search page') })
  .meta({ id: 'SavedSearch' }) satisfies z.ZodType<SavedSearchEntry>;

/** `isAccepted` is null for visitors. */
export const terms = z
  .object({ version: z.string(), content: z.string().describe('Markdown'), isAccepted: z.boolean().nullable() })
  .meta({ id: 'Terms' });

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
  .meta({ id: 'Notification' }) satisfies z.ZodType<Omit<NotificationEntry, 'title' | 'isOwner'>>;

export const present = z
  .object({ userId: id, displayName: z.string(), imageUrl: maybe, isEditing: z.boolean() })
  .meta({ id: 'PresentPerson' }) satisfies z.ZodType<PresentPerson>;

export const account = z
  .object({
    id,
    email: z.string(),
    username: maybe,
    displayName: maybe,
    imageUrl: maybe,
    role: z.enum(['USER', 'ADMIN']),
    status: z.enum(['ACTIVE', 'SUSPENDED', 'DELETED']),
    hasPassword: z.boolean(),
    twoFactor: z.boolean(),
    providers: z.array(z.object({ providerName: z.string(), providerId: z.string() })),
  })
  .meta({ id: 'Account' }) satisfies z.ZodType<AccountDetails>;

export const file = z
  .object({
    id,
    fileKey: z.string(),
    fileName: z.string(),
    ext: z.string(),
    type: z.string(),
    size: count,
    width: count.nullable(),
    height: count.nullable(),
    docId: id.nullable(),
    downloadUrl: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'File' }) satisfies z.ZodType<FileEntry>;
export const uploadTicket = z.object({
  credentials: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
  fileKey: z.string(),
  fileId: id,
  downloadUrl: z.string(),
}) satisfies z.ZodType<UploadTicket>;

const quotaFields = z.object({ email: z.string(), monthlyLimit: count, monthlyUsed: count, lastResetDate: instant });
export const quota = quotaFields satisfies z.ZodType<Quota>;
export const quotaDetail = quotaFields
  .extend({ userId: id, left: count, reserved: count, resetsAt: instant })
  .meta({ id: 'Quota' }) satisfies z.ZodType<QuotaDetail>;

const amount = z.number().min(0);
export const ceiling = z
  .object({
    groupId: id.nullable().describe('null for the installation'),
    groupName: maybe,
    monthlyTokens: count.nullable(),
    monthlyCost: amount.nullable(),
    monthlyUsed: count,
    monthlyUsedCost: amount,
    reserved: count.describe('Tokens of calls in progress'),
  })
  .meta({ id: 'Ceiling' }) satisfies z.ZodType<Ceiling>;

const totals = z
  .object({
    requests: count,
    promptTokens: count,
    completionTokens: count,
    totalTokens: count,
    cost: z.number().optional(),
  })
  .meta({ id: 'UsageTotals' }) satisfies z.ZodType<Totals>;
const usageRow = z
  .object({
    ...totals.shape,
    userId: z.string().optional(),
    email: maybe.optional(),
    monthlyLimit: count.optional(),
    monthlyUsed: count.optional(),
    lastResetDate: instant.optional(),
    date: z.iso.date().optional(),
    model: z.string().optional(),
    feature: z.string().optional(),
  })
  .meta({ id: 'UsageRow' });

/** A page of a list. */
export const paged = (item: z.ZodType) =>
  z.object({ items: z.array(item), total: count, page: z.int().min(1), limit: z.int().min(1) });
/** `also` contains words similar to a mistyped one that were searched too. */
export const searchResult = paged(searchHit).extend({ also: z.array(z.string()) });
export const auditLog = paged(
  z.object({
    id,
    createdAt: instant,
    action: z.enum(AUDIT_KINDS),
    actor: z.string().nullable(),
    via: z.enum(['web', 'cli', 'job']),
    address: z.string().nullable(),
    subject: z.string(),
    detail: z.string(),
  }),
);
const userEntry = z
  .object({
    id,
    email: z.string(),
    displayName: maybe,
    username: maybe,
    role: z.enum(USER_ROLES),
    status: z.enum(USER_STATUSES),
    verified: z.boolean(),
    createdAt: instant,
    lastSeenAt: instant.nullable().describe('Last activity, within the hour'),
    documents: count,
    purgeAt: instant.nullable(),
    storageLimit: count.nullable(),
  })
  .meta({ id: 'User' }) satisfies z.ZodType<UserEntry>;
export const userList = paged(userEntry);

export const usageReport = paged(usageRow).extend({ totals });

export const signedIn = z.object({ user: account });
export const grant = z.object({ tempId: z.string() });
export const login = z.union([signedIn, grant.extend({ twoFactor: z.literal(true) })]);
export const verified = z.union([signedIn, grant.extend({ passwordRequired: z.literal(true).optional() })]);
export const sentTo = z.object({ email: z.string() });
export const unread = z.object({ unread: count });
export const savedFile = z.object({ file });

import { z } from 'zod';
import { count, id, instant, maybe, paged, person } from '#app/http/api/description/answers/answer-parts.ts';
import { COMMENTING } from '#app/schemas/comments.ts';
import type { DocumentEntry } from '#app/services/access/document-entry.ts';
import type { DocumentCard } from '#app/services/documents/get-card.ts';
import type { RevisionEntry } from '#app/services/documents/history.ts';
import type { Activity } from '#app/services/documents/list-activity.ts';
import type { TreeEntry } from '#app/services/documents/list-children.ts';
import type { UpdatedDocument } from '#app/services/documents/update-document.ts';
import type { FileEntry } from '#app/services/files/file-entry.ts';
import type { UploadTicket } from '#app/services/files/request-upload.ts';
import type { PresentPerson } from '#app/services/live/list-presence.ts';
import type { SavedSearchEntry } from '#app/services/search/saved-searches.ts';
import type { SearchHit } from '#app/services/search/search-documents.ts';

// Shapes of `data` in the API's responses. `satisfies` checks each against the type its service returns.

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
    fragment: maybe.describe('Text directives of the passage: the address of the document, followed by #:~: and this'),
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

export const savedSearch = z
  .object({ id, name: z.string(), query: z.string().describe('Query string of the search page') })
  .meta({ id: 'SavedSearch' }) satisfies z.ZodType<SavedSearchEntry>;

export const present = z
  .object({ userId: id, displayName: z.string(), imageUrl: maybe, isEditing: z.boolean() })
  .meta({ id: 'PresentPerson' }) satisfies z.ZodType<PresentPerson>;

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

/** `also` contains words similar to a mistyped one that were searched too. */
export const searchResult = paged(searchHit).extend({
  also: z.array(z.string()),
  unclear: z.array(z.string()).describe('Filters of the keyword that were not understood and left out, as typed'),
  words: z.string().describe('The keyword without filters'),
});
export const savedFile = z.object({ file });

import { z } from 'zod';
import { newComment, newThread, threadQuery } from '#app/schemas/comments.ts';
import { documentChanges, move, newDocument, searchQuery } from '#app/schemas/documents.ts';
import { id } from '#app/schemas/text.ts';
import type { Actor } from '#app/services/actor.ts';
import { listThreads } from '#app/services/comments/list-threads.ts';
import { replyTo, startThread } from '#app/services/comments/write-comment.ts';
import { createDocument } from '#app/services/documents/create-document.ts';
import { viewDocument } from '#app/services/documents/get-document.ts';
import { listChildren } from '#app/services/documents/list-children.ts';
import { moveDocument } from '#app/services/documents/move-document.ts';
import { updateDocument } from '#app/services/documents/update-document.ts';
import { searchDocuments } from '#app/services/search/search-documents.ts';

type Definition<Schema extends z.ZodType> = {
  isReading: boolean;
  description: string;
  input: Schema;
  /** Must return an object, as the protocol requires. */
  run: (actor: Actor, input: z.output<Schema>) => Promise<Record<string, unknown>>;
};
// biome-ignore lint/suspicious/noExplicitAny: each tool has its own schema; `tool` checks it where it is written
export type Tool = Definition<any>;

const tool = <Schema extends z.ZodType>(definition: Definition<Schema>): Tool => definition;

const anyParent = z.object({ parentId: id().nullish() });
const oneDocument = z.object({ id: id() });
const edit = documentChanges
  .pick({ title: true, content: true, icon: true, baseVersion: true })
  .extend({ id: id() })
  .refine(({ title, content, icon }) => [title, content, icon].some((field) => field !== undefined), {
    path: ['content'],
    message: 'required',
  });
const remark = newThread.extend({ id: id(), threadId: id().optional() });

/** The tools of contract §10. Descriptions are in English, for language models. */
export const TOOLS: Record<string, Tool> = {
  search: tool({
    isReading: true,
    description:
      'Search the titles and texts of all documents the person may read. Returns a page of results with snippets (HTML with <mark>), best first.',
    input: searchQuery,
    run: async (actor, input) => ({ ...(await searchDocuments(actor, input)) }),
  }),
  read_document: tool({
    isReading: true,
    description:
      'Read a document: title, Markdown content, version, place in the tree and permission. Pass `version` as `baseVersion` when you edit it.',
    input: oneDocument,
    run: async (actor, input) => ({ ...(await viewDocument(actor, input.id)) }),
  }),
  list_children: tool({
    isReading: true,
    description: 'List the documents below a document in their order; without `parentId` the top of the person’s tree.',
    input: anyParent,
    run: async (actor, input) => ({ items: await listChildren(actor, input.parentId ?? null) }),
  }),
  create_document: tool({
    isReading: false,
    description: 'Create a document with Markdown content, as the last child of `parentId` or at the top of the tree.',
    input: newDocument,
    run: async (actor, input) => ({ ...(await createDocument(actor, input)) }),
  }),
  edit_document: tool({
    isReading: false,
    description:
      'Replace title, Markdown content or icon of a document. With `baseVersion` changes of others since then are merged; where both changed the same words, the answer is an error with both texts.',
    input: edit,
    run: async (actor, { id: docId, ...changes }) => ({
      ...(await updateDocument(actor, docId, { ...changes, autosave: false })),
    }),
  }),
  move_document: tool({
    isReading: false,
    description:
      'Move a document with everything below it: `dropPosition` -1 before `targetId`, 0 into it as first child, 1 after it; `targetId` null is the top of the tree.',
    input: move,
    run: async (actor, input) => ({ ...(await moveDocument(actor, input)) }),
  }),
  list_comments: tool({
    isReading: true,
    description: 'List the comment threads of a document: `state` open (default), resolved or all.',
    input: threadQuery.extend({ id: id() }),
    run: async (actor, input) => ({ items: await listThreads(actor, input.id, input.state) }),
  }),
  comment: tool({
    isReading: false,
    description:
      'Comment on a document, or on the passage `quote` of its text (with `prefix` and `suffix`, the words around it), or reply in the thread `threadId`. Markdown.',
    input: remark,
    run: async (actor, { id: docId, threadId, ...thread }) =>
      threadId === undefined
        ? { thread: await startThread(actor, docId, thread) }
        : { comment: await replyTo(actor, { id: threadId, documentId: docId }, newComment.parse(thread).body) },
  }),
};

import { z } from 'zod';
import { creationKey } from '#app/schemas/creation-key.ts';
import { COMMENT_MAX, QUOTE_AROUND_MAX, QUOTE_MAX } from '#app/schemas/limits.ts';
import { withLineFeeds } from '#app/schemas/line-feeds.ts';
import { id, storableText, trimmed } from '#app/schemas/text.ts';

const isWithin = (max: number) => (text: string) => text.length <= 2 * max && [...text].length <= max;

/** Removes blank lines and trailing blanks around Markdown: the indentation of its first line has a meaning. */
const trimmedMarkdown = (text: string): string =>
  trimmed(text) === '' ? '' : text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();

const body = storableText()
  .transform((text) => trimmedMarkdown(withLineFeeds(text)))
  .refine((text) => text !== '', 'comment.required')
  .refine(isWithin(COMMENT_MAX), 'comment.tooLong');

/** A blank value counts as absent. */
const passage = (max: number, message: string) =>
  storableText()
    .transform(withLineFeeds)
    .refine(isWithin(max), message)
    .transform((text) => (text.trim() === '' ? null : text))
    .nullish()
    .transform((text) => text ?? null);

const selector = {
  quote: passage(QUOTE_MAX, 'comment.quoteTooLong'),
  prefix: passage(QUOTE_AROUND_MAX, 'comment.aroundTooLong'),
  suffix: passage(QUOTE_AROUND_MAX, 'comment.aroundTooLong'),
};

export const newThread = z.object({ body, ...selector });
export const newComment = z.object({ body });
/** A reply if `threadId` is set. */
export const commentForm = z.object({
  body: body.default('').refine((text) => text !== '', 'comment.required'),
  ...selector,
  threadId: id().optional(),
  /** Identifies the rendered form, so that a form posted twice makes one comment. */
  key: creationKey,
});
export const commentEditForm = z.object({
  commentId: id(),
  body: body.default('').refine((text) => text !== '', 'comment.required'),
});
export const commentDeleteForm = z.object({ commentId: id() });
export const commentRestoreForm = z.object({ removed: id() });
/** The writing in a comment form that is not sent yet. */
export const commentDraft = z.object({
  body: z.string().optional(),
  quote: z.string().optional(),
  prefix: z.string().optional(),
  suffix: z.string().optional(),
});
/** A mentioned person; without `commentId`, the text mentions them. */
export const mentionedForm = z.object({ userId: id(), commentId: id().optional() });
export const threadForm = z.object({ threadId: id() });
export const COMMENTING = ['readers', 'editors', 'off'] as const;
export const commentingForm = z.object({ commenting: z.enum(COMMENTING) });
/** Unknown values fall back to the default, as in all lists (contract §6). */
export const threadQuery = z.object({ state: z.enum(['open', 'resolved', 'all']).catch('open').default('open') });

export type NewThread = z.output<typeof newThread>;
export type CommentDraft = z.output<typeof commentDraft>;
export type MentionedForm = z.output<typeof mentionedForm>;
export type ThreadFilter = z.output<typeof threadQuery>['state'];

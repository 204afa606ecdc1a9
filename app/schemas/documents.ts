import { z } from 'zod';
import { COMMENTING } from '#app/schemas/comments.ts';
import { creationKey } from '#app/schemas/creation-key.ts';
import {
  CONTENT_MAX_BYTES,
  ICON_MAX,
  INSIDE_ROWS,
  KEYWORD_MAX,
  LIMIT_DEFAULT,
  LIMIT_MAX,
  PAGE_DEFAULT,
  TITLE_MAX,
} from '#app/schemas/limits.ts';
import { withLineFeeds } from '#app/schemas/line-feeds.ts';
import { oneLine } from '#app/schemas/one-line.ts';
import { postedNumber } from '#app/schemas/posted-number.ts';
import { SEARCH_SORTS } from '#app/schemas/search-sorts.ts';
import { ORDERS, SORTED_BY } from '#app/schemas/sorting.ts';
import { firstCodePoints, id, isStorable, storableText, trimmed } from '#app/schemas/text.ts';

const codePoints = (text: string) => [...text].length;
const bytes = (text: string) => new TextEncoder().encode(text).length;

export const title = storableText()
  .transform((text) => trimmed(oneLine(text)))
  .refine((text) => text !== '', 'title.required')
  .refine((text) => text.length <= 2 * TITLE_MAX && codePoints(text) <= TITLE_MAX, 'title.tooLong')
  .meta({ minLength: 1, maxLength: TITLE_MAX });

/** A form's title. The page replaces a blank one ("Untitled" in its language) instead of refusing it. */
export const formTitle = storableText()
  .default('')
  .transform((text) => trimmed(oneLine(text)))
  .refine((text) => text.length <= 2 * TITLE_MAX && codePoints(text) <= TITLE_MAX, 'title.tooLong');

export const content = z
  .string()
  .transform(withLineFeeds)
  .refine(isStorable, 'text.unstorable')
  .refine((text) => bytes(text) <= CONTENT_MAX_BYTES, 'content.tooLong');

/** Tests for one emoji: a character, a flag or a joined sequence, or a symbol that may be displayed as emoji. */
const isEmoji = (text: string) => /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v.test(text);

/** An emoji or empty; blank removes the icon. */
export const icon = storableText()
  .transform((text) => text.trim())
  .refine((text) => bytes(text) <= ICON_MAX, { error: 'icon.tooLong', abort: true })
  .refine((text) => text === '' || isEmoji(text), 'icon.noEmoji')
  .transform((text) => (text === '' ? null : text));

export const newDocument = z.object({
  title,
  content: content.default(''),
  parentId: id().nullable().default(null),
});

/** A form's empty choice posts an empty string, which Conform omits. */
const formId = id().optional();

export const newDocumentOnce = newDocument.extend({ key: creationKey });

export const copyForm = z.object({ key: creationKey });
export const newDocumentForm = z.object({ title: formTitle, parentId: formId, key: creationKey });
/** Keys of the drafts in this browser whose text a form has, separated by blanks. */
const draftKeys = z
  .string()
  .max(600)
  .regex(/^[\w/ -]+$/)
  .optional()
  .catch(undefined);
export const draftsForm = z.object({ drafts: draftKeys });
export const documentForm = draftsForm.extend({
  title: formTitle,
  content: content.default(''),
  icon: icon.optional(),
  baseVersion: postedNumber(z.number().int().min(1)).optional(),
  /** Version that a conflicting text started from; `baseVersion` is the version it replaces. */
  forkedFrom: postedNumber(z.number().int().min(1)).optional(),
});
export const DROP_POSITIONS = { before: -1, into: 0, after: 1 } as const;
const dropPosition = z.union([z.literal(-1), z.literal(0), z.literal(1)], { error: 'move.position' });

export const moveForm = z.object({
  targetId: formId,
  dropPosition: postedNumber(dropPosition, 'move.position'),
});
/** Accepts a checkbox or a boolean; absent means unchecked. */
const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined && !['false', '0', 'off', 'no'].includes(value.toLowerCase()));
export const taskForm = z.object({
  index: postedNumber(z.number().int().min(0)),
  checked: ticked,
  baseVersion: postedNumber(z.number().int().min(1)).optional(),
});
/** Unknown values fall back to the default, as in all sorted lists (contract §6). */
export const sortChildrenForm = z.object({ by: z.enum(SORTED_BY).catch('title'), order: z.enum(ORDERS).catch('asc') });
export const iconForm = z.object({ icon: icon.optional() });

export const documentChanges = z.object({
  title: title.optional(),
  content: content.optional(),
  icon: icon.nullable().optional(),
  isStarred: z.boolean().optional(),
  parentId: id().nullable().optional(),
  commenting: z.enum(COMMENTING).optional(),
  baseVersion: z.number().int().min(1).optional(),
  autosave: z.boolean().default(false),
});

export const move = z.object({ id: id(), targetId: id().nullable(), dropPosition });

export const SORTS = ['createdAt', 'updatedAt', 'title', 'position'] as const;
export const SCOPES = ['all', 'own', 'shared', 'starred', 'archived'] as const;

/** A greater page becomes this one, so that its offset is a number that both databases take. */
const PAGE_MAX = 1e12;

/** Accepts a whole number from 1. Anything else becomes the default, as paging never fails (contract §6). */
const wholeNumberOr = (fallback: number, max = PAGE_MAX) =>
  z
    .unknown()
    .optional()
    .transform((value) => {
      const number = typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;
      return typeof number === 'number' && number >= 1 && Math.floor(number) === number
        ? Math.min(number, max)
        : fallback;
    })
    .meta({
      type: 'integer',
      minimum: 1,
      fallback,
      maximum: max,
    });

export const keyword = z
  .unknown()
  .optional()
  .transform((value) => {
    const text = typeof value === 'string' ? firstCodePoints(value.trim(), KEYWORD_MAX) : '';
    return isStorable(text) ? text : '';
  })
  .meta({ type: 'string', maxLength: KEYWORD_MAX });

export const paging = z.object({
  page: wholeNumberOr(PAGE_DEFAULT),
  limit: wholeNumberOr(LIMIT_DEFAULT, LIMIT_MAX),
});
const asked = z
  .unknown()
  .optional()
  .transform((value) => value === 'true' || value === '1')
  .meta({ type: 'boolean', fallback: false });
/** `folded` includes folded autosaves. */
export const revisionQuery = paging.extend({ folded: asked });
/** Query of the children list on a document's page. */
export const insideQuery = z
  .object({ page: wholeNumberOr(PAGE_DEFAULT) })
  .transform(({ page }) => ({ page, limit: INSIDE_ROWS }));
/** Query of a document's page: the page of its comments, or by `at` the page with that thread or comment. */
export const commentPageQuery = z
  .object({ comments: wholeNumberOr(PAGE_DEFAULT), at: z.string().optional().catch(undefined) })
  .transform(({ comments, at }) => ({ page: comments, at }));
export const documentQuery = paging.extend({
  keyword,
  sort: z.enum(SORTS).catch('createdAt'),
  order: z.enum(ORDERS).catch('asc'),
  scope: z.enum(SCOPES).catch('all'),
  /** True to include each document's visible ancestors. */
  path: asked,
});
/** A day in the format of a date field; anything else means no filter. */
const day = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : ''))
  .meta({ type: 'string', format: 'date' });
export const searchQuery = paging.extend({
  keyword,
  in: keyword,
  by: keyword,
  title: keyword,
  after: day,
  before: day,
  starred: asked,
  sort: z.enum(SEARCH_SORTS).catch('relevance').default('relevance'),
});

export type NewDocument = z.output<typeof newDocumentOnce>;
export type DocumentChanges = z.output<typeof documentChanges>;
export type Move = z.output<typeof move>;
export type DocumentQuery = Omit<z.output<typeof documentQuery>, 'path'>;
export type SortedChildren = z.output<typeof sortChildrenForm>;
/** Values of the search form's fields. */
export type ShownSearch = Omit<z.output<typeof searchQuery>, 'page' | 'limit'>;
/** All fields except the words and the page are optional. */
export type SearchQuery = Pick<z.output<typeof searchQuery>, 'keyword' | 'page' | 'limit'> &
  Partial<z.output<typeof searchQuery>>;

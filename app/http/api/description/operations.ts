import type { z } from 'zod';
import type { ErrorName } from '#app/errors.ts';
import * as answers from '#app/http/api/description/answers.ts';

export const GROUPS = [
  'account',
  'documents',
  'history',
  'shares',
  'comments',
  'live',
  'files',
  'ai',
  'admin',
] as const;
export type Group = (typeof GROUPS)[number];

/** Response of a method: the schema of `data`, or the media type of a body without the envelope. */
export type Operation = {
  id: string;
  group: Group;
  answer: z.ZodType | { type: string };
  /** Errors besides those implied by the method: 401, 403 (XSRF, scope), 422, 429, 500, 503. */
  errors?: readonly ErrorName[];
};

const READ = ['documentNotFound'] as const;
const WRITE = ['documentNotFound', 'documentAccessDenied'] as const;
const GROUP = ['permissionDenied', 'notFound'] as const;
const SHARE = [...WRITE, 'shareNotFound'] as const;
const STORAGE = ['uploadFailed', 'operationFailed', 'sizeLimitExceeded', 'typeNotAllowed', 'fileAccessDenied'] as const;
const EVENTS = { type: 'text/event-stream' };

/**
 * Operations by method and path. Texts are in `apiDocs.operations.<id>` of the locale files. A test reports missing
 * ones.
 */
export const OPERATIONS = {
  'POST /api/auth/register': { id: 'register', group: 'account', answer: answers.sentTo, errors: [] },
  'POST /api/auth/code/validate': {
    id: 'validateCode',
    group: 'account',
    answer: answers.verified,
    errors: ['authenticationFailed', 'invalidTempId', 'codeInvalid', 'userExists', 'userNotActive'],
  },
  'POST /api/auth/code/send': {
    id: 'sendCode',
    group: 'account',
    answer: answers.nothing,
    errors: ['authenticationFailed', 'invalidTempId'],
  },
  'POST /api/auth/login': {
    id: 'signIn',
    group: 'account',
    answer: answers.login,
    errors: ['passwordIncorrect', 'userNotActive'],
  },
  'POST /api/auth/logout': { id: 'signOut', group: 'account', answer: answers.nothing },
  'POST /api/auth/refresh': {
    id: 'refreshSession',
    group: 'account',
    answer: answers.signedIn,
    errors: ['invalidRefreshToken'],
  },
  'POST /api/auth/forgot-password': { id: 'forgotPassword', group: 'account', answer: answers.nothing },
  'POST /api/auth/reset-password': {
    id: 'resetPassword',
    group: 'account',
    answer: answers.nothing,
    errors: ['invalidTempId'],
  },
  'GET /api/auth/me': { id: 'getAccount', group: 'account', answer: answers.account },
  'POST /api/auth/proof': {
    id: 'proveAgain',
    group: 'account',
    answer: answers.nothing,
    errors: ['passwordIncorrect', 'codeInvalid', 'passwordNotSet'],
  },

  'GET /api/documents': { id: 'listDocuments', group: 'documents', answer: answers.paged(answers.listed) },
  'POST /api/documents': { id: 'createDocument', group: 'documents', answer: answers.document, errors: WRITE },
  'GET /api/documents/tree': {
    id: 'listChildren',
    group: 'documents',
    answer: answers.treeEntry.array(),
    errors: READ,
  },
  'POST /api/documents/move': {
    id: 'moveDocument',
    group: 'documents',
    answer: answers.entry,
    errors: [...WRITE, 'documentCircularReference'],
  },
  'GET /api/documents/:id': { id: 'getDocument', group: 'documents', answer: answers.document, errors: READ },
  'PATCH /api/documents/:id': {
    id: 'changeDocument',
    group: 'documents',
    answer: answers.document,
    errors: [...WRITE, 'documentCircularReference', 'conflict'],
  },
  'DELETE /api/documents/:id': {
    id: 'deleteDocument',
    group: 'documents',
    answer: answers.nothing,
    errors: [...WRITE, 'notArchived'],
  },
  'GET /api/documents/:id/card': { id: 'getCard', group: 'documents', answer: answers.card, errors: READ },
  'POST /api/documents/:id/archive': {
    id: 'archiveDocument',
    group: 'documents',
    answer: answers.entry,
    errors: WRITE,
  },
  'POST /api/documents/:id/restore': {
    id: 'restoreDocument',
    group: 'documents',
    answer: answers.entry,
    errors: [...WRITE, 'documentExists'],
  },
  'POST /api/documents/:id/duplicate': {
    id: 'duplicateDocument',
    group: 'documents',
    answer: answers.entry,
    errors: WRITE,
  },
  'POST /api/documents/:id/take-copy': {
    id: 'takeCopy',
    group: 'documents',
    answer: answers.entry,
    errors: WRITE,
  },
  'PUT /api/documents/:id/cover': {
    id: 'setCover',
    group: 'documents',
    answer: answers.cover,
    errors: [...WRITE, 'documentCoverNotFound'],
  },
  'DELETE /api/documents/:id/cover': {
    id: 'removeCover',
    group: 'documents',
    answer: answers.nothing,
    errors: [...WRITE, 'documentCoverNotFound'],
  },
  'GET /api/search': { id: 'search', group: 'documents', answer: answers.searchResult },

  'GET /api/documents/:id/activity': {
    id: 'listActivity',
    group: 'history',
    answer: answers.paged(answers.activity),
    errors: READ,
  },
  'GET /api/documents/:id/revisions': {
    id: 'listRevisions',
    group: 'history',
    answer: answers.paged(answers.revision),
    errors: READ,
  },
  'GET /api/documents/:id/revisions/:revisionId': {
    id: 'getRevision',
    group: 'history',
    answer: answers.revisionDetail,
    errors: READ,
  },
  'POST /api/documents/:id/revisions/:revisionId/restore': {
    id: 'restoreRevision',
    group: 'history',
    answer: answers.document,
    errors: WRITE,
  },

  'GET /api/documents/:id/shares': { id: 'listShares', group: 'shares', answer: answers.share.array(), errors: WRITE },
  'POST /api/documents/:id/shares': {
    id: 'addShare',
    group: 'shares',
    answer: answers.share.array(),
    errors: [...WRITE, 'shareWithYourself', 'documentAlreadyShared', 'invalidSharePermission'],
  },
  'PATCH /api/documents/:id/shares': {
    id: 'changeShare',
    group: 'shares',
    answer: answers.share.array(),
    errors: [...SHARE, 'invalidSharePermission'],
  },
  'DELETE /api/documents/:id/shares': {
    id: 'removeShare',
    group: 'shares',
    answer: answers.share.array(),
    errors: SHARE,
  },

  'GET /api/documents/:id/comments': {
    id: 'listComments',
    group: 'comments',
    answer: answers.thread.array(),
    errors: READ,
  },
  'POST /api/documents/:id/comments': { id: 'startThread', group: 'comments', answer: answers.thread, errors: WRITE },
  'POST /api/threads/:id/comments': {
    id: 'reply',
    group: 'comments',
    answer: answers.comment,
    errors: ['notFound', 'documentAccessDenied'],
  },
  'POST /api/threads/:id/resolve': {
    id: 'resolveThread',
    group: 'comments',
    answer: answers.thread,
    errors: ['notFound', 'documentAccessDenied'],
  },
  'POST /api/threads/:id/reopen': {
    id: 'reopenThread',
    group: 'comments',
    answer: answers.thread,
    errors: ['notFound', 'documentAccessDenied'],
  },
  'PATCH /api/comments/:id': {
    id: 'editComment',
    group: 'comments',
    answer: answers.comment,
    errors: ['notFound', 'documentAccessDenied'],
  },
  'DELETE /api/comments/:id': {
    id: 'deleteComment',
    group: 'comments',
    answer: answers.nothing,
    errors: ['notFound', 'documentAccessDenied'],
  },
  'GET /api/groups': { id: 'listGroups', group: 'shares', answer: answers.group.array() },
  'POST /api/groups': { id: 'createGroup', group: 'shares', answer: answers.groupDetail, errors: ['permissionDenied'] },
  'GET /api/groups/:id': { id: 'getGroup', group: 'shares', answer: answers.groupDetail, errors: GROUP },
  'PATCH /api/groups/:id': { id: 'renameGroup', group: 'shares', answer: answers.groupDetail, errors: GROUP },
  'DELETE /api/groups/:id': { id: 'deleteGroup', group: 'shares', answer: answers.nothing, errors: GROUP },
  'POST /api/groups/:id/members': {
    id: 'addMember',
    group: 'shares',
    answer: answers.groupDetail,
    errors: [...GROUP, 'userNotFound'],
  },
  'DELETE /api/groups/:id/members': {
    id: 'removeMember',
    group: 'shares',
    answer: answers.groupDetail,
    errors: [...GROUP, 'userNotFound'],
  },
  'GET /api/notifications': {
    id: 'listNotifications',
    group: 'comments',
    answer: answers.paged(answers.notification),
  },
  'POST /api/notifications/read': { id: 'readNotifications', group: 'comments', answer: answers.unread },

  'GET /api/documents/:id/mentionable': {
    id: 'listMentionable',
    group: 'comments',
    answer: answers.mentionable.array(),
    errors: READ,
  },
  'GET /api/documents/:id/presence': {
    id: 'listPresence',
    group: 'live',
    answer: answers.present.array(),
    errors: READ,
  },
  'POST /api/documents/:id/presence': {
    id: 'showPresence',
    group: 'live',
    answer: answers.present.array(),
    errors: READ,
  },
  'GET /api/events': { id: 'followEvents', group: 'live', answer: EVENTS },

  'POST /api/files/upload-request': {
    id: 'requestUpload',
    group: 'files',
    answer: answers.uploadTicket,
    errors: [...WRITE, 'sizeLimitExceeded', 'typeNotAllowed', 'operationFailed'],
  },
  'POST /api/files/confirm': {
    id: 'confirmUpload',
    group: 'files',
    answer: answers.savedFile,
    errors: ['fileNotFound', 'moveFailed', ...STORAGE],
  },
  'POST /api/files/from-url': {
    id: 'uploadFromAddress',
    group: 'files',
    answer: answers.savedFile,
    errors: [...WRITE, ...STORAGE],
  },
  'GET /api/files/:fileId': {
    id: 'getFile',
    group: 'files',
    answer: { type: '*/*' },
    errors: ['fileNotFound', 'operationFailed'],
  },
  'DELETE /api/files/:fileId': {
    id: 'deleteFile',
    group: 'files',
    answer: answers.nothing,
    errors: ['fileNotFound', 'fileAccessDenied', 'deleteFailed'],
  },
  'GET /api/pictures': { id: 'getPicture', group: 'files', answer: { type: 'redirect' }, errors: ['fileNotFound'] },

  'GET /api/ai/quota': { id: 'getQuota', group: 'ai', answer: answers.quota },
  'POST /api/ai/generate': {
    id: 'generate',
    group: 'ai',
    answer: EVENTS,
    errors: ['notFound', 'documentNotFound', 'aiTokenLimitExceeded'],
  },

  'GET /api/admin/audit': { id: 'listAudit', group: 'admin', answer: answers.auditLog },
  'GET /api/admin/token-usage': { id: 'reportUsage', group: 'admin', answer: answers.usageReport },
  'PATCH /api/admin/quotas/:userId': {
    id: 'setLimit',
    group: 'admin',
    answer: answers.quotaDetail,
    errors: ['userNotFound'],
  },
  'POST /api/admin/quotas/:userId/reset': {
    id: 'resetUsage',
    group: 'admin',
    answer: answers.quotaDetail,
    errors: ['userNotFound'],
  },
  'GET /api/openapi.json': { id: 'describeApi', group: 'account', answer: { type: 'application/json' } },
} as const satisfies Record<string, Operation>;

export type OperationId = (typeof OPERATIONS)[keyof typeof OPERATIONS]['id'];

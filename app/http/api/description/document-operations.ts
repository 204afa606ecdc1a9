import { nothing, paged } from '#app/http/api/description/answers/answer-parts.ts';
import * as answers from '#app/http/api/description/answers/document-answers.ts';
import type { Operation } from '#app/http/api/description/operation.ts';

const READ = ['documentNotFound'] as const;
const WRITE = ['documentNotFound', 'documentAccessDenied'] as const;
const STORAGE = ['uploadFailed', 'operationFailed', 'sizeLimitExceeded', 'typeNotAllowed', 'fileAccessDenied'] as const;
const EVENTS = { type: 'text/event-stream' };

/** Operations on documents, their history, their live state and their files. */
export const DOCUMENT_OPERATIONS = {
  'GET /api/documents': { id: 'listDocuments', group: 'documents', answer: paged(answers.listed) },
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
    answer: nothing,
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
    answer: nothing,
    errors: [...WRITE, 'documentCoverNotFound'],
  },
  'GET /api/search': { id: 'search', group: 'documents', answer: answers.searchResult },
  'GET /api/saved-searches': { id: 'listSearches', group: 'documents', answer: answers.savedSearch.array() },
  'POST /api/saved-searches': { id: 'saveSearch', group: 'documents', answer: answers.savedSearch },
  'PATCH /api/saved-searches/:id': {
    id: 'renameSearch',
    group: 'documents',
    answer: answers.savedSearch,
    errors: ['notFound'],
  },
  'DELETE /api/saved-searches/:id': {
    id: 'removeSearch',
    group: 'documents',
    answer: nothing,
    errors: ['notFound'],
  },

  'GET /api/documents/:id/activity': {
    id: 'listActivity',
    group: 'history',
    answer: paged(answers.activity),
    errors: READ,
  },
  'GET /api/documents/:id/revisions': {
    id: 'listRevisions',
    group: 'history',
    answer: paged(answers.revision),
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
    answer: { type: '*/*', hasRanges: true },
    errors: ['fileNotFound', 'operationFailed'],
  },
  'DELETE /api/files/:fileId': {
    id: 'deleteFile',
    group: 'files',
    answer: nothing,
    errors: ['fileNotFound', 'fileAccessDenied', 'deleteFailed'],
  },
  'GET /api/pictures': { id: 'getPicture', group: 'files', answer: { type: 'redirect' }, errors: ['fileNotFound'] },
} as const satisfies Record<string, Operation>;

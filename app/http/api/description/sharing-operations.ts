import { nothing, paged } from '#app/http/api/description/answers/answer-parts.ts';
import * as answers from '#app/http/api/description/answers/sharing-answers.ts';
import type { Operation } from '#app/http/api/description/operation.ts';

const READ = ['documentNotFound'] as const;
const WRITE = ['documentNotFound', 'documentAccessDenied'] as const;
const GROUP = ['permissionDenied', 'notFound'] as const;
const SHARE = [...WRITE, 'shareNotFound'] as const;

/** Operations on shares, groups, comments and notifications. */
export const SHARING_OPERATIONS = {
  'GET /api/documents/:id/shares': { id: 'listShares', group: 'shares', answer: answers.share.array(), errors: WRITE },
  'POST /api/documents/:id/shares': {
    id: 'addShare',
    group: 'shares',
    answer: answers.share.array(),
    errors: [...WRITE, 'notFound', 'shareWithYourself', 'documentAlreadyShared', 'invalidSharePermission'],
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
    answer: nothing,
    errors: ['notFound', 'documentAccessDenied'],
  },
  'GET /api/groups': { id: 'listGroups', group: 'shares', answer: answers.group.array() },
  'POST /api/groups': { id: 'createGroup', group: 'shares', answer: answers.groupDetail, errors: ['permissionDenied'] },
  'GET /api/groups/:id': { id: 'getGroup', group: 'shares', answer: answers.groupDetail, errors: GROUP },
  'PATCH /api/groups/:id': { id: 'renameGroup', group: 'shares', answer: answers.groupDetail, errors: GROUP },
  'DELETE /api/groups/:id': { id: 'deleteGroup', group: 'shares', answer: nothing, errors: GROUP },
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
    answer: paged(answers.notification),
  },
  'POST /api/notifications/read': { id: 'readNotifications', group: 'comments', answer: answers.unread },
  'PUT /api/documents/:id/watch': { id: 'watchDocument', group: 'comments', answer: answers.watched, errors: WRITE },

  'GET /api/documents/:id/mentionable': {
    id: 'listMentionable',
    group: 'comments',
    answer: answers.mentionable.array(),
    errors: READ,
  },
} as const satisfies Record<string, Operation>;

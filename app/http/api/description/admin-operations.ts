import * as answers from '#app/http/api/description/answers/admin-answers.ts';
import { nothing } from '#app/http/api/description/answers/answer-parts.ts';
import type { Operation } from '#app/http/api/description/operation.ts';

const EVENTS = { type: 'text/event-stream' };

/** Operations of AI and of administrators. */
export const ADMIN_OPERATIONS = {
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
  'GET /api/admin/ceilings': { id: 'listCeilings', group: 'admin', answer: answers.ceiling.array() },
  'PUT /api/admin/ceilings': { id: 'setCeiling', group: 'admin', answer: answers.ceiling, errors: ['notFound'] },
  'DELETE /api/admin/ceilings': { id: 'removeCeiling', group: 'admin', answer: nothing, errors: ['notFound'] },
  'GET /api/admin/users': { id: 'listUsers', group: 'admin', answer: answers.userList },
} as const satisfies Record<string, Operation>;

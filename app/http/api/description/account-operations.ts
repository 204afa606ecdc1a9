import * as answers from '#app/http/api/description/answers/account-answers.ts';
import { nothing } from '#app/http/api/description/answers/answer-parts.ts';
import type { Operation } from '#app/http/api/description/operation.ts';

/** Operations on the account and its sessions, and the description itself. */
export const ACCOUNT_OPERATIONS = {
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
    answer: nothing,
    errors: ['authenticationFailed', 'invalidTempId'],
  },
  'POST /api/auth/login': {
    id: 'signIn',
    group: 'account',
    answer: answers.login,
    errors: ['passwordIncorrect', 'userNotActive'],
  },
  'POST /api/auth/logout': { id: 'signOut', group: 'account', answer: nothing },
  'POST /api/auth/refresh': {
    id: 'refreshSession',
    group: 'account',
    answer: answers.signedIn,
    errors: ['invalidRefreshToken'],
  },
  'POST /api/auth/forgot-password': { id: 'forgotPassword', group: 'account', answer: nothing },
  'POST /api/auth/reset-password': {
    id: 'resetPassword',
    group: 'account',
    answer: nothing,
    errors: ['invalidTempId'],
  },
  'GET /api/auth/me': { id: 'getAccount', group: 'account', answer: answers.account },
  'POST /api/auth/proof': {
    id: 'proveAgain',
    group: 'account',
    answer: nothing,
    errors: ['passwordIncorrect', 'codeInvalid', 'passwordNotSet'],
  },
  'GET /api/auth/terms': { id: 'getTerms', group: 'account', answer: answers.terms, errors: ['notFound'] },
  'POST /api/auth/terms': { id: 'acceptTerms', group: 'account', answer: nothing },

  'GET /api/openapi.json': { id: 'describeApi', group: 'account', answer: { type: 'application/json' } },
} as const satisfies Record<string, Operation>;

import { createContext, type MiddlewareFunction } from 'react-router';
import { findActor } from '#app/http/session/session.ts';
import { answerUnmetCondition } from '#app/http/session/unmet-condition.ts';
import { mustAcceptTerms } from '#app/services/terms/accept-terms.ts';

/** True for an account that must accept the terms first. */
export const termsFirstContext = createContext<boolean>(false);

/**
 * Route patterns that stay open: the terms, the proof that leaving may ask for, a demanded second factor, signing out,
 * mails, and the look of these pages.
 */
const OPEN = [
  ...['terms', 'second-factor', 'auth/:provider', 'auth-callback', 'logout', 'preferences'],
  ...['unsubscribe/:token', 'unwatch/:token'],
  ...['api/auth/terms', 'api/auth/logout'],
];
/** Route patterns that stay open for reading, so that a person who declines can export their data. */
const READABLE = ['api/auth/me', 'settings/export'];

/** Closes everything else to an account that has not accepted the current terms (`answerUnmetCondition`). */
export const termsGate: MiddlewareFunction<Response> = async ({ request, context, pattern, url }, next) => {
  const actor = findActor(context);
  if (!actor || !(await mustAcceptTerms(actor))) return next();
  context.set(termsFirstContext, true);
  const route = pattern.replace(/^\//, '');
  if (OPEN.includes(route) || (request.method === 'GET' && READABLE.includes(route))) return next();
  const problem = { field: 'terms', key: 'terms.acceptFirst' };
  return answerUnmetCondition({ request, context, url }, { actor, page: '/terms', problem });
};

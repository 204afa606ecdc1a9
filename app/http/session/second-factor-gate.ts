import { createContext, type MiddlewareFunction } from 'react-router';
import { findActor } from '#app/http/session/session.ts';
import { answerUnmetCondition } from '#app/http/session/unmet-condition.ts';
import { mustSetUpFactor } from '#app/services/sign-in/second-factor-rule.ts';

/** True for an account that must set up its second factor first. */
export const setUpFirstContext = createContext<boolean>(false);

/**
 * Route patterns that stay open: the set-up, the proof it may ask for, the terms, signing out, and the look of pages.
 */
const OPEN = [
  ...['second-factor', 'terms', 'auth/:provider', 'auth-callback', 'logout', 'preferences'],
  ...['api/auth/terms', 'api/auth/logout'],
];
/** Route patterns that stay open for reading. */
const READABLE = ['api/auth/me'];

/** Blocks every other path until an account that must have a second factor sets one up (`answerUnmetCondition`). */
export const secondFactorGate: MiddlewareFunction<Response> = async ({ request, context, pattern, url }, next) => {
  const actor = findActor(context);
  if (!actor || !(await mustSetUpFactor(actor))) return next();
  context.set(setUpFirstContext, true);
  const route = pattern.replace(/^\//, '');
  if (OPEN.includes(route) || (request.method === 'GET' && READABLE.includes(route))) return next();
  const problem = { field: 'factor', key: 'factor.setUpFirst' };
  return answerUnmetCondition({ request, context, url }, { actor, page: '/second-factor', problem });
};

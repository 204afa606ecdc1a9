import { AppError } from '#app/errors.ts';
import { type TokenAct, tokenAllows } from '#app/policies/token-policy.ts';
import type { TokenScope } from '#app/schemas/token-scopes.ts';

/** Throws `permissionDenied` for an API call that the scope of its token does not include. */
export function requireScope(scope: TokenScope, call: { isRead: boolean; isAdministration: boolean }): void {
  if (!tokenMay(scope, call.isAdministration ? 'administer' : call.isRead ? 'read' : 'change')) {
    throw new AppError('permissionDenied');
  }
}

/** Returns true if the scope of a token allows an act. */
export const tokenMay = (scope: TokenScope, act: TokenAct): boolean => tokenAllows(scope, act);

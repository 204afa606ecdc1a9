import { AppError } from '#app/errors.ts';
import { tokenAllows } from '#app/policies/token-policy.ts';
import type { TokenScope } from '#app/schemas/token-scopes.ts';

/** Throws `permissionDenied` for a call of the API beyond the scope of its token. */
export function requireScope(scope: TokenScope, call: { isRead: boolean; isAdministration: boolean }): void {
  const act = call.isAdministration ? 'administer' : call.isRead ? 'read' : 'change';
  if (!tokenAllows(scope, act)) throw new AppError('permissionDenied');
}

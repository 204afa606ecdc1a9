import { isAllowed, type Rule, rulesOf } from '#app/policies/allow.ts';

type Scope = 'read' | 'write' | 'admin';
/** Kind of an API call. */
export type TokenAct = 'read' | 'change' | 'administer';

const allow = rulesOf<Scope, 'any'>(['any']);

/** Scopes of a personal access token that allow each kind of call (contract §10). */
const RULES: Record<TokenAct, Rule<Scope, 'any'>> = {
  read: allow(['read', 'write', 'admin']),
  change: allow(['write', 'admin']),
  administer: allow(['admin']),
};

export const tokenAllows = (scope: Scope, act: TokenAct): boolean => isAllowed(RULES[act], scope, 'any');

import { isAllowed, type Rule, rulesOf } from '#app/policies/allow.ts';
import type { UserRole } from '#db/models/user.ts';

/** Role of the actor: a signed-in account, or the server itself (operator and daily schedule). */
type AdministrationRole = 'server' | 'administrator' | 'user';
type State = 'plain' | 'secondFactor';

const allow = rulesOf<AdministrationRole, State>(['plain', 'secondFactor']);

/** Roles that may administer accounts, quotas and invitations. */
const RULES = {
  administer: allow(['server', 'administrator']),
  createAdminToken: allow(['administrator'], ['secondFactor']),
} satisfies Record<string, Rule<AdministrationRole, State>>;

export type AdministrationVerb = keyof typeof RULES;

/** `actor` is null for the server itself. */
type Facts = { actor: { role: UserRole } | null; hasSecondFactor?: boolean };

export function mayAdminister(verb: AdministrationVerb, { actor, hasSecondFactor = false }: Facts): boolean {
  const role = actor === null ? 'server' : actor.role === 'ADMIN' ? 'administrator' : 'user';
  return isAllowed(RULES[verb], role, hasSecondFactor ? 'secondFactor' : 'plain');
}

/**
 * Returns true if an account may lose its administrator role: an installation keeps at least one administrator who can
 * sign in.
 */
export function mayLoseAdministrator(id: string, administrators: { id: string }[]): boolean {
  return administrators.length !== 1 || administrators[0]!.id !== id;
}

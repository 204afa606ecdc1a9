import { isAllowed, type Rule, rulesOf } from '#app/policies/allow.ts';
import type { UserRole } from '#db/models/user.ts';

/** Who acts: a signed-in account, or the operator and the daily schedule, which run on the server itself. */
type AdministrationRole = 'server' | 'administrator' | 'user';
type State = 'plain' | 'secondFactor';

const allow = rulesOf<AdministrationRole, State>(['plain', 'secondFactor']);

/** Who may administer accounts, quotas and invitations. */
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

/** An installation keeps at least one administrator who can sign in. */
export function mayLoseAdministrator(id: string, administrators: { id: string }[]): boolean {
  return administrators.length !== 1 || administrators[0]!.id !== id;
}

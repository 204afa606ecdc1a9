import { isAllowed, type Rule, rulesOf } from '#app/policies/allow.ts';
import type { UserRole } from '#db/models/user.ts';

/** Role of the actor for a group; the server is the operator at a terminal. */
type GroupRole = 'server' | 'administrator' | 'keeper' | 'member' | 'other';
/** `builtIn` is the group of everyone. */
type State = 'made' | 'builtIn';

const ADMINISTRATION = ['server', 'administrator'] as const;

const allow = rulesOf<GroupRole, State>(['made', 'builtIn']);

const RULES = {
  create: allow(ADMINISTRATION),
  read: allow(['server', 'administrator', 'keeper', 'member']),
  // Members of the built-in group would be a list of all accounts.
  listMembers: allow(['server', 'administrator', 'keeper', 'member'], ['made']),
  rename: allow(ADMINISTRATION, ['made']),
  delete: allow(ADMINISTRATION, ['made']),
  changeMembers: allow([...ADMINISTRATION, 'keeper'], ['made']),
  changeKeepers: allow(ADMINISTRATION, ['made']),
} satisfies Record<string, Rule<GroupRole, State>>;

export type GroupVerb = keyof typeof RULES;
export const GROUP_VERBS = Object.keys(RULES) as GroupVerb[];

/** `actor` is null for the server itself. */
export type GroupFacts = {
  actor: { role: UserRole } | null;
  isBuiltIn: boolean;
  isKeeper?: boolean;
  isMember?: boolean;
};

/** Tests whether a person may leave a group. Members always may, except in the built-in group. */
export function mayLeaveGroup({ isBuiltIn, isMember }: { isBuiltIn: boolean; isMember: boolean }): boolean {
  return isMember && !isBuiltIn;
}

export function mayWithGroup(verb: GroupVerb, facts: GroupFacts): boolean {
  return isAllowed(RULES[verb], roleTowards(facts), facts.isBuiltIn ? 'builtIn' : 'made');
}

/** Returns the actor's role for a group. Every signed-in person is a member of the built-in group. */
function roleTowards({ actor, isBuiltIn, isKeeper = false, isMember = isBuiltIn }: GroupFacts): GroupRole {
  if (actor === null) return 'server';
  if (actor.role === 'ADMIN') return 'administrator';
  if (isKeeper) return 'keeper';
  return isMember ? 'member' : 'other';
}

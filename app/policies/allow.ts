/** A line of a policy: the roles that may act and the states in which they may. */
export type Rule<Role extends string, State extends string> = { roles: readonly Role[]; states: readonly State[] };

/** Returns the `allow` function of a policy. A rule without states applies in all of `every`. */
export function rulesOf<Role extends string, State extends string>(every: readonly State[]) {
  return (roles: readonly Role[], states: readonly State[] = every): Rule<Role, State> => ({ roles, states });
}

/** Returns true if a rule allows a role in a state; `null` is no role. */
export function isAllowed<Role extends string, State extends string>(
  { roles, states }: Rule<Role, State>,
  role: Role | null,
  state: State,
): boolean {
  return role !== null && roles.includes(role) && states.includes(state);
}

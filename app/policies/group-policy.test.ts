import { expect, test } from 'vitest';
import { GROUP_VERBS, type GroupFacts, type GroupVerb, mayWithGroup } from '#app/policies/group-policy.ts';

const ROLES: Record<string, Omit<GroupFacts, 'isBuiltIn'>> = {
  operator: { actor: null },
  administrator: { actor: { role: 'ADMIN' } },
  keeper: { actor: { role: 'USER' }, isKeeper: true },
  member: { actor: { role: 'USER' }, isMember: true },
  other: { actor: { role: 'USER' } },
};

const MADE: Record<GroupVerb, string> = {
  create: 'operator administrator',
  read: 'operator administrator keeper member',
  listMembers: 'operator administrator keeper member',
  rename: 'operator administrator',
  delete: 'operator administrator',
  changeMembers: 'operator administrator keeper',
  changeKeepers: 'operator administrator',
};
const BUILT_IN: Record<GroupVerb, string> = {
  create: 'operator administrator',
  read: 'operator administrator keeper member other',
  listMembers: '',
  rename: '',
  delete: '',
  changeMembers: '',
  changeKeepers: '',
};

test.each(
  GROUP_VERBS.flatMap((verb) => [
    { verb, isBuiltIn: false, expected: MADE[verb] },
    { verb, isBuiltIn: true, expected: BUILT_IN[verb] },
  ]),
)('$verb, built in: $isBuiltIn: $expected', ({ verb, isBuiltIn, expected }) => {
  const allowed = Object.keys(ROLES).filter((role) => mayWithGroup(verb, { ...ROLES[role]!, isBuiltIn }));
  expect(allowed.join(' ')).toBe(expected);
});

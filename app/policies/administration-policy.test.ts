import { expect, test } from 'vitest';
import { type AdministrationVerb, mayAdminister, mayLoseAdministrator } from '#app/policies/administration-policy.ts';

const ROLES = {
  operator: { actor: null },
  user: { actor: { role: 'USER' } },
  'user with a second factor': { actor: { role: 'USER' }, hasSecondFactor: true },
  administrator: { actor: { role: 'ADMIN' } },
  'administrator with a second factor': { actor: { role: 'ADMIN' }, hasSecondFactor: true },
} as const;

const EXPECTED: Record<AdministrationVerb, string[]> = {
  administer: ['operator', 'administrator', 'administrator with a second factor'],
  createAdminToken: ['administrator with a second factor'],
};

test.each(Object.entries(EXPECTED))('%s: %s', (verb, expected) => {
  const allowed = Object.entries(ROLES).filter(([, facts]) => mayAdminister(verb as AdministrationVerb, facts));
  expect(allowed.map(([role]) => role)).toEqual(expected);
});

test('the last administrator stays', () => {
  expect(mayLoseAdministrator('a', [{ id: 'a' }])).toBe(false);
  expect(mayLoseAdministrator('a', [{ id: 'a' }, { id: 'b' }])).toBe(true);
  expect(mayLoseAdministrator('c', [{ id: 'a' }])).toBe(true);
  expect(mayLoseAdministrator('c', [])).toBe(true);
});

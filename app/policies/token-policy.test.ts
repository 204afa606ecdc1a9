import { expect, test } from 'vitest';
import { type TokenAct, tokenAllows } from '#app/policies/token-policy.ts';
import { TOKEN_SCOPES } from '#app/schemas/token-scopes.ts';

const EXPECTED: Record<TokenAct, string> = {
  read: 'read write admin',
  change: 'write admin',
  administer: 'admin',
};

test.each(Object.entries(EXPECTED))('a token may %s with scope %s', (act, expected) => {
  expect(TOKEN_SCOPES.filter((scope) => tokenAllows(scope, act as TokenAct)).join(' ')).toBe(expected);
});

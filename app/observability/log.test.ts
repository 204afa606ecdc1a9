import { expect, test } from 'vitest';
import { withoutSecrets } from '#app/observability/log.ts';

test('an error is logged with the errors that caused it, and without data that a library gives as the cause', () => {
  const claims = { payload: { email: 'ada@example.com', name: 'Ada' } };
  const refused = new Error('unexpected "aud" claim value', { cause: claims });
  const error = new Error('the provider failed', { cause: refused });
  expect(withoutSecrets({ error })).toMatchObject({
    error: { message: 'the provider failed', cause: { message: 'unexpected "aud" claim value', cause: undefined } },
  });
  expect(JSON.stringify(withoutSecrets({ error }))).not.toContain('ada@example.com');
});

test('the values of secret keys are left out at any depth', () => {
  expect(withoutSecrets({ a: [{ code: 'X7K2QP', closeCode: 4403 }] })).toEqual({
    a: [{ code: '[secret]', closeCode: 4403 }],
  });
});

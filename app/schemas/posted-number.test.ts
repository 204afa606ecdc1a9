import { parseWithZod } from '@conform-to/zod/v4';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { insertion } from '#app/schemas/ai.ts';
import { coverForm } from '#app/schemas/covers.ts';
import { documentForm, moveForm, taskForm } from '#app/schemas/documents.ts';
import { shareRemoveForm } from '#app/schemas/shares.ts';
import { ceilingForm, limitForm } from '#app/schemas/usage.ts';

const userId = 'cjld2cjxh0000qzrmn831i7rn';
const FIELDS: Record<string, [schema: z.ZodType, others?: Record<string, string>]> = {
  monthlyLimit: [limitForm, { userId }],
  monthlyTokens: [ceilingForm, { scope: 'installation' }],
  monthlyCost: [ceilingForm, { scope: 'installation' }],
  dropPosition: [moveForm],
  index: [taskForm],
  baseVersion: [documentForm],
  forkedFrom: [documentForm],
  scrollY: [coverForm],
  shareId: [shareRemoveForm],
};

/** Posts a form; returns the value of the field, or null for a refused one. */
function posted(name: string, text: string): unknown {
  const [schema, others = {}] = FIELDS[name]!;
  const form = new FormData();
  for (const [key, value] of Object.entries({ ...others, [name]: text })) form.set(key, value);
  const submission = parseWithZod(form, { schema });
  return submission.status === 'success' ? (submission.value as Record<string, unknown>)[name] : null;
}

test.each(Object.keys(FIELDS))('%s takes a number, and neither blanks nor hexadecimal', (name) => {
  expect(posted(name, ' 1 ')).toBe(1);
  for (const text of [' ', '\t', '0x1', '0b1', '1 2', 'one', 'Infinity']) expect(posted(name, text), text).toBeNull();
});

test('fractions, negative and large numbers are read as HTML writes them', () => {
  expect(posted('monthlyCost', '.5')).toBe(0.5);
  expect(posted('dropPosition', '-1')).toBe(-1);
  expect(posted('monthlyLimit', '1e3')).toBe(1000);
  expect(posted('monthlyLimit', '1.5')).toBeNull();
  expect(posted('monthlyLimit', '-1')).toBeNull();
  expect(posted('dropPosition', '2')).toBeNull();
  expect(posted('monthlyTokens', '')).toBeNull();
});

test('a version that is not posted is absent', () => {
  expect(insertion.parse({ result: 'words' })).not.toHaveProperty('baseVersion');
  expect(posted('baseVersion', '')).toBeUndefined();
});

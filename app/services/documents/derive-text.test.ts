import { expect, test } from 'vitest';
import { deriveText } from '#app/services/documents/derive-text.ts';

test('the outline of a text with very many headings is bounded, its page and words are not', () => {
  const { html, outline, words } = deriveText('# a\n'.repeat(1500));
  expect(JSON.parse(outline)).toHaveLength(1000);
  expect(html.match(/<h1/g)).toHaveLength(1500);
  expect(words).toBe(1500);
});

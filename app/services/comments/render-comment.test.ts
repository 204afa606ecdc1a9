import { expect, test } from 'vitest';
import { renderComment } from '#app/services/comments/render-comment.ts';

const PERSON = 'someone';

test('a comment is rendered, formulas among its words too', async () => {
  const html = await renderComment(PERSON, 'Half: $\\frac 12$, **now**');
  expect(html).toContain('<strong>now</strong>');
  expect(html).toContain('katex');
});

test('a comment of formulas alone is shown as its source', async () => {
  const body = '$\\frac ab$ '.repeat(900);
  const html = await renderComment(PERSON, body);
  expect(html.length).toBeLessThan(2 * body.length);
  expect(html).toContain('$\\frac ab$ $\\frac ab$');
});

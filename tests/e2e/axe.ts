import axe, { type Result, type RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Runs axe on a page for WCAG 2.2 AA and its best practices, without the rules `but`. Needs JavaScript in the page.
 * Injects its script once per page and describes failures only, which takes a third of the time.
 */
export async function violationsOn(page: Page, but: string[] = []): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    runOnly: { type: 'tag', values: TAGS },
    rules: Object.fromEntries(but.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    iframes: false,
  };
  return page.evaluate(async (given) => {
    const { axe } = window as unknown as { axe: { run: (how: RunOptions) => Promise<{ violations: Result[] }> } };
    const { violations } = await axe.run(given);
    return violations;
  }, options);
}

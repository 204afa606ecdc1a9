import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Runs axe on a page for WCAG 2.2 AA, without the rules `but`. Needs JavaScript in the page. Legacy mode: without frames
 * the extra page that merges results only costs time.
 */
export async function violationsOn(page: Page, but: string[] = []) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(TAGS).disableRules(but).analyze();
  return violations;
}

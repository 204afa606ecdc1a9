import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Runs axe on a page for WCAG 2.2 AA. Needs JavaScript in the page. */
export async function violationsOn(page: Page) {
  // Legacy mode: without frames the extra page that merges results only costs time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(TAGS).analyze();
  return violations;
}

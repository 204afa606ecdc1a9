import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds on a page against WCAG 2.2 AA. Needs a page with JavaScript. */
export async function violationsOn(page: Page) {
  // Without frames there is nothing to put together in a page of its own, which takes longer than all the rest.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(TAGS).analyze();
  return violations;
}

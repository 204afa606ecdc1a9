import { describe, expect, it } from 'vitest';
import { violationsOn } from '#tests/e2e/axe.ts';
import { newVisitor } from '#tests/e2e/chromium.ts';
import { faintTexts } from '#tests/e2e/contrast.ts';
import { untilHydrated } from '#tests/e2e/journey.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { newPerson } from '#tests/support/people.ts';
import { TermsFiles } from '#tests/support/terms.ts';

const terms = new TermsFiles();
const stage = setOwnStage({ env: () => terms.env, beside: { start: async () => {}, stop: () => terms.remove() } });

async function arrive(lng: 'en' | 'zh') {
  const { page, context, complaints } = await newVisitor(stage.browser, { javaScriptEnabled: true, lng });
  // Colours must not be measured while they fade from one theme to the other.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const person = await newPerson(stage.server, 'ada');
  const { url } = stage.server;
  await context.addCookies([...person.browser.cookies].map(([name, value]) => ({ name, value, url })));
  return { page, complaints };
}

describe.each([
  ['en', 'Be kind to each other.', 'Accept and continue'],
  ['zh', '请友善待人。', '接受并继续'],
] as const)('the terms in %s', (lng, text, button) => {
  it('are asked before anything else, readable and by keyboard, and lead to the page that was wanted', async () => {
    const { page, complaints } = await arrive(lng);
    await page.goto(`${stage.server.url}/starred`);
    await untilHydrated(page);
    expect(new URL(page.url()).pathname).toBe('/terms');
    await page.getByText(text).waitFor();
    for (const theme of ['light', 'dark']) {
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 860 });
        await page.evaluate((name) => {
          document.documentElement.dataset.theme = name;
          document.documentElement.className = name;
        }, theme);
        expect(await violationsOn(page, ['color-contrast'])).toEqual([]);
        expect(await faintTexts(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    }
    const accept = page.getByRole('button', { name: button });
    await accept.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/starred');
    expect(complaints).toEqual([]);
  });
});

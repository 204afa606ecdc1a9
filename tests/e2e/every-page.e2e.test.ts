import { matchPath } from 'react-router';
import { beforeAll, describe, expect, it } from 'vitest';
import { everySecond, type Garden, plantGarden, type Seat, takeSeat } from '#tests/e2e/every-page.ts';
import { holdScripts, untilHydrated } from '#tests/e2e/journey.ts';
import { setOwnStage } from '#tests/e2e/stage.ts';
import { AiServer } from '#tests/support/ai-server.ts';
import { pagePaths } from '#tests/support/routes.ts';

let garden: Garden;
const provider = new AiServer();

const stage = setOwnStage({ beside: provider, env: () => provider.env });
beforeAll(async () => {
  garden = await plantGarden(stage.server);
});

/** Pages of policies: `demanded-factor.api.test.ts` and `terms.e2e.test.ts` visit them. */
const ELSEWHERE = ['/second-factor', '/terms'];

it('every page of the table of routes is visited', () => {
  const visited = Object.values(garden.pages)
    .flat()
    .map((path) => new URL(path, stage.server.url).pathname);
  const missed = pagePaths().filter((pattern) => !visited.some((path) => matchPath(pattern, path)));
  expect(missed).toEqual(ELSEWHERE);
});

describe.each(['en', 'zh'] as const)('in %s', (lng) => {
  it.each<Seat>(['visitor', 'owner', 'reader'])(
    'hydrates every page of a %s without complaint, changes no word of it, and has each id once',
    async (seat) => {
      const { page, context, complaints } = await takeSeat(stage.browser, garden, seat, { lng });
      // Presence is loaded by the browser, and some commands require a script.
      const words = () =>
        page.locator('main').evaluate((main) => {
          const here = [...main.querySelectorAll<HTMLElement>('.here-now, .here-now + p, .script-only')];
          // A thread in the margin shows its forms once it is chosen.
          const closed = [...main.querySelectorAll<HTMLElement>('.in-margin:not([data-active])')];
          for (const element of here) element.style.display = 'none';
          for (const card of closed) card.dataset.active = '';
          const text = (main as HTMLElement).innerText;
          for (const element of here) element.style.display = '';
          for (const card of closed) delete card.dataset.active;
          return text;
        });
      const twice = () =>
        page.evaluate(() => {
          const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
          return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
        });
      const found: string[] = [];
      for (const path of everySecond(garden.pages[seat], lng === 'en' ? 0 : 1)) {
        const arrive = await holdScripts(page);
        await page.goto(stage.server.url + path);
        const painted = await words();
        arrive();
        await untilHydrated(page);
        // The editor replaces the text field.
        if (!path.endsWith('/edit') && (await words()) !== painted) found.push(`${path} says other words`);
        found.push(...(await twice()).map((id) => `${path} has #${id} twice`));
        found.push(...complaints.splice(0).map((text) => `${path}: ${text}`));
        await page.unroute('**/locales/*.json');
      }
      expect(found).toEqual([]);
      await context.close();
    },
  );
});

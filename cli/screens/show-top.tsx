import type { TFunction } from 'i18next';
import { render } from 'ink';
import type { Overview } from '#app/services/maintenance/processes/process-watch.ts';
import { TopScreen } from '#cli/screens/top-screen.tsx';

type Show = {
  t: TFunction;
  look: () => Promise<Overview>;
  faultOf: (error: unknown) => string;
  refreshEvery: number;
};

/** Shows the processes until the user quits. */
export async function showTop({ t, look, faultOf, refreshEvery }: Show): Promise<void> {
  const isColoured = !process.env.NO_COLOR;
  const screen = render(<TopScreen {...{ t, look, faultOf, refreshEvery, isColoured }} />, {
    alternateScreen: true,
    interactive: true,
  });
  await screen.waitUntilExit();
}

import type { TFunction } from 'i18next';
import { render } from 'ink';
import type { Answers, Place } from '#cli/screens/setup/questions.ts';
import { SetupScreen } from '#cli/screens/setup/setup-screen.tsx';

type Show = { t: TFunction; place: Place; faultOf: (error: unknown) => string };

/** Asks all questions. Returns the answers; null if the person stopped. */
export async function showSetup({ t, place, faultOf }: Show): Promise<Answers | null> {
  let answers: Answers | null = null;
  const onEnd = (given: Answers | null) => {
    answers = given;
  };
  const screen = render(<SetupScreen {...{ t, place, faultOf, onEnd }} isColoured={!process.env.NO_COLOR} />, {
    alternateScreen: true,
    interactive: true,
    exitOnCtrlC: false,
  });
  await screen.waitUntilExit();
  return answers;
}

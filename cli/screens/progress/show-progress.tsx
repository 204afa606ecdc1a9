import { render } from 'ink';
import { type ProgressProps, ProgressScreen } from '#cli/screens/progress/progress-screen.tsx';

/** Shows progress below the prompt until the returned function takes it away. */
export function showProgress(props: Omit<ProgressProps, 'isColoured'>): () => Promise<void> {
  const screen = render(<ProgressScreen {...props} isColoured={!process.env.NO_COLOR} />, {
    interactive: true,
    exitOnCtrlC: false,
    stdout: process.stderr,
  });
  return async () => {
    screen.clear();
    screen.unmount();
    await screen.waitUntilExit();
  };
}

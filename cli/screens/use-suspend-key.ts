import { setImmediate as nextTurn } from 'node:timers/promises';
import { useApp, useInput } from 'ink';

/** Ctrl+Z hands the terminal back to the shell, which raw mode keeps from seeing the key; `fg` draws the screen anew. */
export function useSuspendKey(): void {
  const { suspendTerminal } = useApp();
  useInput((input, key) => {
    if (!key.ctrl || input !== 'z' || process.platform === 'win32') return;
    void suspendTerminal(async () => {
      process.kill(0, 'SIGTSTP');
      // The process stops before this turn ends. The system ignores the signal if no shell could continue it.
      await nextTurn();
    });
  });
}

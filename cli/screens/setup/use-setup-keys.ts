import { type Key, useInput } from 'ink';
import { questionOf } from '#cli/screens/setup/questions.ts';
import { typed, withoutLast } from '#cli/screens/setup/typed-text.ts';
import type { useSetup } from '#cli/screens/setup/use-setup.ts';

type Setup = ReturnType<typeof useSetup>;

/** Answers by keys: arrows choose, letters write, enter takes, escape goes back, Ctrl-C stops. */
export function useSetupKeys(setup: Setup, stop: () => void): void {
  useInput((input, key) => {
    const { at, isTrying } = setup.now();
    const { options } = questionOf(at);
    if (key.ctrl && input === 'c') stop();
    else if (isTrying) return;
    else if (key.escape) setup.back();
    else if (key.return) void setup.answer();
    else if (options) choose(setup, options, input, key);
    else write(setup, input, key);
  });
}

function choose({ now, type, answer }: Setup, options: readonly string[], input: string, key: Key): void {
  const place = options.indexOf(now().draft);
  if (key.upArrow || input === 'k') type(options[Math.max(0, place - 1)]!);
  else if (key.downArrow || input === 'j') type(options[Math.min(options.length - 1, place + 1)]!);
  else if (/^[\r\n]/.test(input)) void answer();
}

function write({ now, type, answer }: Setup, input: string, key: Key): void {
  const { draft } = now();
  if (key.backspace || key.delete) type(withoutLast(draft));
  else if (key.ctrl && input === 'u') type('');
  if (key.backspace || key.delete || key.ctrl || key.meta || key.tab) return;
  // A pasted line may end with the key that takes it; what follows would answer another question.
  const [line = '', ...more] = input.split(/\r\n?|\n/);
  if (typed(line)) type(draft + typed(line));
  if (more.length > 0) void answer();
}

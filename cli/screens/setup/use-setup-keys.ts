import { type Key, useInput } from 'ink';
import { questionOf } from '#cli/screens/setup/questions.ts';
import { typed, withoutLast } from '#cli/screens/setup/typed-text.ts';
import type { useSetup } from '#cli/screens/setup/use-setup.ts';

const CLEAR = '\u0015';
const BACKSPACE = '\u007f';

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

/** Takes letters one by one, as several keys or a pasted line may arrive at once. */
function write({ now, type, answer }: Setup, input: string, key: Key): void {
  if (key.backspace || key.delete) type(withoutLast(now().draft));
  else if (key.ctrl && input === 'u') type('');
  if (key.backspace || key.delete || key.ctrl || key.meta || key.tab) return;
  for (const part of input.split(/(\p{Cc})/u)) {
    if (part === CLEAR) type('');
    else if (part === BACKSPACE) type(withoutLast(now().draft));
    // What follows the key that takes the line would answer another question.
    else if (part === '\r' || part === '\n') return void answer();
    else if (typed(part)) type(now().draft + typed(part));
  }
}

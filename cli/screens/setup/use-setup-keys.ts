import { type Key, useInput } from 'ink';
import { questionOf } from '#cli/screens/setup/questions.ts';
import { inserted, type Line, lineOf, moved, removed, typed } from '#cli/screens/setup/typed-text.ts';
import type { useSetup } from '#cli/screens/setup/use-setup.ts';
import { useSuspendKey } from '#cli/screens/use-suspend-key.ts';

const CLEAR = '\u0015';
const BACKSPACE = '\u007f';

type Setup = ReturnType<typeof useSetup>;

/** Answers by keys: arrows choose or move the cursor, letters write, enter takes, escape goes back, Ctrl-C stops. */
export function useSetupKeys(setup: Setup, stop: () => void): void {
  useSuspendKey();
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
  const place = options.indexOf(now().draft.text);
  if (key.upArrow || input === 'k') type(lineOf(options[Math.max(0, place - 1)]!));
  else if (key.downArrow || input === 'j') type(lineOf(options[Math.min(options.length - 1, place + 1)]!));
  else if (/^[\r\n]/.test(input)) void answer();
}

/** Returns the line after an editing key; undefined for other keys. `^A` and `^E` work as in a shell. */
function edited(line: Line, input: string, key: Key): Line | undefined {
  if (key.leftArrow) return moved(line, 'left');
  if (key.rightArrow) return moved(line, 'right');
  if (key.home || (key.ctrl && input === 'a')) return moved(line, 'start');
  if (key.end || (key.ctrl && input === 'e')) return moved(line, 'end');
  if (key.backspace) return removed(line, 'before');
  if (key.delete) return removed(line, 'behind');
  if (key.ctrl && input === 'u') return lineOf('');
  return undefined;
}

/** Takes letters one by one, as several keys or a pasted line may arrive at once. */
function write({ now, type, answer }: Setup, input: string, key: Key): void {
  const line = edited(now().draft, input, key);
  if (line) return void type(line);
  if (key.ctrl || key.meta || key.tab) return;
  for (const part of input.split(/(\p{Cc})/u)) {
    if (part === CLEAR) type(lineOf(''));
    else if (part === BACKSPACE) type(removed(now().draft, 'before'));
    // Input after Enter is dropped: it would answer the next question.
    else if (part === '\r' || part === '\n') return void answer();
    else if (typed(part)) type(inserted(now().draft, typed(part)));
  }
}

import type { CDPSession } from 'playwright';

/** Composes a text in steps with the keys of an input method, and leaves it open. */
export async function compose(session: CDPSession, steps: readonly string[]): Promise<void> {
  for (const text of steps) {
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 229, key: 'Process' });
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
}

/** Composes a word letter by letter and accepts it. */
export async function composeWord(session: CDPSession, word: string): Promise<void> {
  await compose(
    session,
    Array.from(word, (_, at) => word.slice(0, at + 1)),
  );
  await session.send('Input.insertText', { text: word });
}

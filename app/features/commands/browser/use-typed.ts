import { useLayoutEffect, useState } from 'react';
import type { TakeTyped } from '#app/features/commands/browser/command-types.ts';

/** Keeps the text of the palette's field; begins with what was typed before its code had loaded. */
export function useTyped(takeTyped: TakeTyped) {
  const [typed, setTyped] = useState('');
  // A later effect would race with the next key, whose change replaces the text of the field.
  useLayoutEffect(() => {
    const before = takeTyped();
    setTyped((text) => text + before);
  }, [takeTyped]);
  return [typed, setTyped] as const;
}

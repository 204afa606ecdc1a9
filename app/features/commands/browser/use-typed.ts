import { useEffect, useState } from 'react';
import type { TakeTyped } from '#app/features/commands/browser/command-types.ts';

/** Keeps the text of the palette's field; begins with what was typed before its code had loaded. */
export function useTyped(takeTyped: TakeTyped) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const before = takeTyped();
    setTyped((text) => text + before);
  }, [takeTyped]);
  return [typed, setTyped] as const;
}

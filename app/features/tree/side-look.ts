import { useSyncExternalStore } from 'react';
import { useRootData } from '#app/features/shell/root-data.ts';
import { type SideLook, USUAL_SIDE } from '#app/schemas/side.ts';

/** The look chosen since the page was loaded. It takes precedence over server responses already in flight. */
let chosen: SideLook | null = null;
const listeners = new Set<() => void>();

export function showSide(look: SideLook): void {
  chosen = look;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns how the sidebar is shown: as the server knows it from the cookie, and as chosen since. */
export function useSideLook(): SideLook {
  const told = useRootData()?.side ?? USUAL_SIDE;
  return useSyncExternalStore(subscribe, chosenLook, noLook) ?? told;
}

const chosenLook = () => chosen;
const noLook = () => null;

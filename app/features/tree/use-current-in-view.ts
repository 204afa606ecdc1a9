import { type RefObject, useEffect } from 'react';
import { outward } from '#app/address/base-path.ts';

/** Scrolls only the tree to the row of the current document if it is out of view. */
export function useCurrentInView(
  side: RefObject<HTMLElement | null>,
  currentId: string | null,
  isFolded: boolean,
): void {
  useEffect(() => {
    const row =
      currentId && !isFolded ? side.current?.querySelector(`a.row[href="${outward(`/doc/${currentId}`)}"]`) : null;
    if (!row || !side.current) return;
    const [at, frame] = [row.getBoundingClientRect(), side.current.getBoundingClientRect()];
    if (at.top >= frame.top && at.bottom <= Math.min(frame.bottom, innerHeight)) return;
    side.current.scrollTop += at.top - frame.top - side.current.clientHeight / 3;
  }, [side, currentId, isFolded]);
}

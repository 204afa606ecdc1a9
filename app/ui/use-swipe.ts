import { type RefObject, useEffect, useRef } from 'react';

/** Minimum distance to the right (specification §9). */
const THRESHOLD_PX = 50;
/** Smaller movements count as a press, not a swipe. */
const START_PX = { mouse: 2, touch: 10, pen: 2 } as Record<string, number>;

/** Allows an element to be swiped away to the right. Released before the threshold, it moves back. */
export function useSwipe(element: RefObject<HTMLElement | null>, onSwiped: () => void): void {
  const swiped = useRef(onSwiped);
  swiped.current = onSwiped;
  useEffect(() => (element.current ? watchSwipes(element.current, () => swiped.current()) : undefined), [element]);
}

function watchSwipes(element: HTMLElement, onSwiped: () => void): () => void {
  let startX: number | null = null;
  let isMoving = false;
  let hasMoved = false;
  const place = (x: number | null) => {
    element.toggleAttribute('data-swiping', x !== null);
    if (x === null) element.style.removeProperty('--swipe-x');
    else element.style.setProperty('--swipe-x', `${x}px`);
  };
  const onDown = (event: PointerEvent) => {
    hasMoved = false;
    if (event.button === 0) startX = event.clientX;
  };
  const onMove = (event: PointerEvent) => {
    if (startX === null) return;
    const x = Math.max(0, event.clientX - startX);
    if (!isMoving && x < (START_PX[event.pointerType] ?? 2)) return;
    if (!isMoving) element.setPointerCapture(event.pointerId);
    isMoving = true;
    place(x);
  };
  const onEnd = (event: PointerEvent) => {
    const isFar = startX !== null && isMoving && event.clientX - startX > THRESHOLD_PX;
    [startX, isMoving, hasMoved] = [null, false, isMoving];
    place(null);
    if (isFar && event.type === 'pointerup') onSwiped();
  };
  // The click at the end of a swipe must not reach the button below.
  const onClick = (event: MouseEvent) => hasMoved && event.stopPropagation();
  // Dragging selected text would capture the pointer.
  const onDrag = (event: DragEvent) => event.preventDefault();
  element.addEventListener('click', onClick, { capture: true });
  element.addEventListener('dragstart', onDrag);
  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onEnd);
  element.addEventListener('pointercancel', onEnd);
  return () => {
    element.removeEventListener('click', onClick, { capture: true });
    element.removeEventListener('dragstart', onDrag);
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onEnd);
    element.removeEventListener('pointercancel', onEnd);
  };
}

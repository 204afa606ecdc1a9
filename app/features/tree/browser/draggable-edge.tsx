import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { setCookie } from '#app/browser/preferences.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { clampSide, SIDE, SIDE_COOKIE, type SideLook, writeSide } from '#app/schemas/side.ts';

export type DraggableEdgeProps = { look: SideLook; show: (look: SideLook) => void };

const STEP_PX = 10;
const LARGE_STEP_PX = 50;

/** The edge of the sidebar: a separator that is dragged, moved by arrow keys and reset by a double click. */
export function DraggableEdge({ look, show }: DraggableEdgeProps) {
  const t = useTexts();
  const { isFolded, width } = look;
  const choose = (next: SideLook) => {
    setCookie(SIDE_COOKIE, writeSide(next));
    show(next);
  };
  const resize = (to: number) => choose({ isFolded, width: clampSide(to) });
  useFolding(look, choose);
  const drag = useDrag(width, resize);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = widthByKey(event, width);
    if (to === null) return;
    event.preventDefault();
    resize(to);
  };
  if (isFolded) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved
    <div
      className="side-edge"
      role="separator"
      aria-orientation="vertical"
      aria-controls="side"
      aria-label={t('frame.sideWidth')}
      aria-valuemin={SIDE.narrowest}
      aria-valuemax={SIDE.widest}
      aria-valuenow={width}
      tabIndex={0}
      title={t('frame.sideWidthHint')}
      onKeyDown={onKeyDown}
      onDoubleClick={() => resize(SIDE.usual)}
      {...drag}
    />
  );
}

function widthByKey({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent, width: number): number | null {
  if (ctrlKey || altKey || metaKey) return null;
  const step = shiftKey ? LARGE_STEP_PX : STEP_PX;
  if (key === 'ArrowLeft') return width - step;
  if (key === 'ArrowRight') return width + step;
  if (key === 'Home') return SIDE.narrowest;
  if (key === 'End') return SIDE.widest;
  return null;
}

/** Shows each width at once, without rendering the page; the last one is chosen. */
function useDrag(width: number, resize: (to: number) => void) {
  const start = useRef<{ x: number; width: number; to: number } | null>(null);
  const end = () => {
    if (start.current && start.current.to !== start.current.width) resize(start.current.to);
    start.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.focus({ focusVisible: false } as FocusOptions);
      start.current = { x: event.clientX, width, to: width };
    },
    // Otherwise the row that comes to lie under the pointer is dragged, or text is selected.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onPointerMove: ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
      if (!start.current) return;
      start.current.to = clampSide(start.current.width + clientX - start.current.x);
      currentTarget.parentElement?.style.setProperty('--side', `${start.current.to}px`);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** Handles the header's folding form without a page load. Focus in the sidebar moves to the button when it folds. */
function useFolding(look: SideLook, choose: (look: SideLook) => void): void {
  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      if (!(event.target as Element).matches('.side-form')) return;
      event.preventDefault();
      if (document.activeElement?.closest('.side, .side-edge')) event.submitter?.focus();
      choose({ ...look, isFolded: !look.isFolded });
    };
    document.addEventListener('submit', onSubmit, { capture: true });
    return () => document.removeEventListener('submit', onSubmit, { capture: true });
  });
}

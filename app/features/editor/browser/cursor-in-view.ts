import type { Extension, SelectionRange, StateEffect } from '@codemirror/state';
import { EditorView, tooltips, type ViewUpdate } from '@codemirror/view';
import { untilUserActs } from '#app/features/editor/browser/user-acts.ts';

/** Space kept above and below the line with the cursor, in pixels. */
export const LEADING = 8;

/** Upper and lower edge in the viewport. */
export type Extent = { top: number; bottom: number };

/** Returns the part of the viewport that no bar and no on-screen keyboard covers. */
export function freeSpace(): Extent {
  const { height = innerHeight, offsetTop = 0 } = window.visualViewport ?? {};
  let [top, bottom] = [0, offsetTop + height];
  for (const bar of document.querySelectorAll('.editor-bar, .editor-head, .cm-panels-top')) {
    const [box, { position }] = [bar.getBoundingClientRect(), getComputedStyle(bar)];
    // On phones the toolbar is at the bottom. In a low window a bar that scrolls away covers nothing.
    if (position === 'fixed') bottom = Math.min(bottom, box.top);
    else if (position === 'sticky') top = Math.max(top, box.bottom);
  }
  return { top, bottom };
}

/** `yMargin` of CodeMirror's own scrolling to the cursor. */
const CURSOR_MARGIN = 5;

/**
 * Returns the number of pixels by which something is hidden: negative above, positive below, null if it is not drawn.
 */
export function hiddenBy(part: Extent | null): number | null {
  if (!part) return null;
  const { top, bottom } = freeSpace();
  const above = part.top - top - LEADING;
  return above < 0 ? above : Math.max(0, part.bottom - bottom + LEADING);
}

const hiddenAt = (view: EditorView, place: number) => hiddenBy(view.coordsAtPos(place));

export const isInSight = (view: EditorView, place: number): boolean => hiddenAt(view, place) === 0;

/** Scrolls by the hidden part of what is to be seen in the next frame. The latest call in a frame counts. */
export function showBetweenBars(view: EditorView, measure: () => Extent | null): void {
  view.requestMeasure({
    key: keepCursorInView,
    read: () => hiddenBy(measure()),
    write: (hidden) => {
      if (hidden) scrollBy(0, hidden);
    },
  });
}

const showCursor = (view: EditorView) => showBetweenBars(view, () => view.coordsAtPos(view.state.selection.main.head));

/** Number of frames in a row in which a match must be in sight, as lines come into the window one after the other. */
const AT_REST_FRAMES = 6;
const SETTLING_FRAMES_MAX = 60;

/** Brings the match of a view back into sight. */
const settles = new WeakMap<EditorView, () => void>();

/**
 * Keeps the selected match in sight while lines above it change their height: they get another one than estimated once
 * they are parsed or come into the window. CodeMirror keeps the place only while the text has the focus, and here the
 * panel has it. Stops as soon as the user acts.
 */
function keepMatchInSight(view: EditorView): void {
  const { signal } = untilUserActs();
  let [frames, atRest] = [0, AT_REST_FRAMES];
  const settle = () => {
    if (signal.aborted || !view.dom.isConnected || frames === SETTLING_FRAMES_MAX || atRest === AT_REST_FRAMES) return;
    frames += 1;
    const hidden = hiddenAt(view, view.state.selection.main.head);
    atRest = hidden === 0 ? atRest + 1 : 0;
    if (hidden !== null) showCursor(view);
    else view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main, { y: 'center' }) });
    requestAnimationFrame(settle);
  };
  const start = () => {
    const isRunning = frames < SETTLING_FRAMES_MAX && atRest < AT_REST_FRAMES;
    [frames, atRest] = [0, 0];
    if (!isRunning) requestAnimationFrame(settle);
  };
  settles.set(view, start);
  signal.addEventListener('abort', () => settles.get(view) === start && settles.delete(view));
  start();
}

/** Returns the effect that scrolls to a match of the search: to the middle of the window, unless it is in sight. */
export function scrollToMatch(match: SelectionRange, view: EditorView): StateEffect<unknown> {
  keepMatchInSight(view);
  const isWhole = [match.from, match.to].every((place) => isInSight(view, place));
  return EditorView.scrollIntoView(match, { y: isWhole ? 'nearest' : 'center' });
}

/**
 * Keeps the cursor and menus visible between the bars. `scrollMargins` would subtract the margin from the editor
 * instead of the window, and hide every menu of the first lines. Scrolls in the frame of the change, in place of
 * CodeMirror: a second frame per key would cost as much as the first.
 */
export function keepCursorInView(): Extension {
  const tooltipSpace = () => ({ ...freeSpace(), left: 0, right: document.documentElement.clientWidth });
  const onUpdate = ({ view, transactions, heightChanged }: ViewUpdate) => {
    if (heightChanged) settles.get(view)?.();
    if (transactions.some(({ scrollIntoView }) => scrollIntoView)) showCursor(view);
  };
  const isScrolled = EditorView.scrollHandler.of((_view, _range, { y, yMargin }) => {
    // With an on-screen keyboard, CodeMirror also moves the visual viewport.
    const isCovered = innerHeight - (window.visualViewport?.height ?? innerHeight) > 1;
    return y === 'nearest' && yMargin === CURSOR_MARGIN && !isCovered;
  });
  return [tooltips({ tooltipSpace }), EditorView.updateListener.of(onUpdate), isScrolled];
}

/** Sets `--keyboard` to the height that the on-screen keyboard covers. */
export function followKeyboard(signal: AbortSignal): void {
  const { visualViewport } = window;
  if (!visualViewport) return;
  const root = document.documentElement.style;
  const measure = () => {
    const covered = innerHeight - visualViewport.height - visualViewport.offsetTop;
    root.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
  };
  for (const event of ['resize', 'scroll']) visualViewport.addEventListener(event, measure, { signal });
  signal.addEventListener('abort', () => root.removeProperty('--keyboard'));
  measure();
}

import type { EditorView } from '@codemirror/view';

/** Keeps an element that sticks within the editor directly below the bars that stick above it. Returns its end. */
export function stickBelowBars(panels: HTMLElement): () => void {
  const bars = document.querySelectorAll<HTMLElement>('.editor-bar, .editor-head');
  const place = () => {
    const ends = [...bars].map((bar) => {
      const { position, top } = getComputedStyle(bar);
      return position === 'sticky' ? Number.parseFloat(top) + bar.offsetHeight : 0;
    });
    panels.style.top = `${Math.max(...ends, 0)}px`;
  };
  const sizes = new ResizeObserver(place);
  for (const bar of bars) sizes.observe(bar);
  addEventListener('resize', place);
  place();
  return () => {
    sizes.disconnect();
    removeEventListener('resize', place);
  };
}

/** Returns true if panels stick below the bars, with lines behind and above them. */
const isStuck = (view: EditorView, panels: HTMLElement): boolean =>
  panels.getBoundingClientRect().top - view.dom.getBoundingClientRect().top >= 1;

const topOfText = (view: EditorView): number => view.scrollDOM.getBoundingClientRect().top;
const scroll = (top: number) => scrollBy({ top, behavior: 'instant' });

/** Scrolls by the height of panels that have come above the lines in sight, so that these stay in place. */
export function keepLines(view: EditorView, panels: HTMLElement): void {
  if (isStuck(view, panels)) scroll(topOfText(view) - view.dom.getBoundingClientRect().top);
}

/**
 * Keeps the lines in sight in place when panels are removed by the caller. Scrolls after that: before it, the browser
 * may move the lines once more by its own scroll anchoring.
 */
export function keepLinesOnRemoval(view: EditorView, panels: HTMLElement): void {
  if (!isStuck(view, panels)) return;
  const before = topOfText(view);
  queueMicrotask(() => scroll(topOfText(view) - before));
}

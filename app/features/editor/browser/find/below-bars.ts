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

/** Scrolls by the height of panels that come (1) or go (-1) above the lines in sight, so that these stay in place. */
export function keepLines(view: EditorView, panels: HTMLElement, sign: 1 | -1): void {
  const { top } = view.dom.getBoundingClientRect();
  if (panels.getBoundingClientRect().top - top < 1) return;
  scrollBy({ top: sign * (view.scrollDOM.getBoundingClientRect().top - top), behavior: 'instant' });
}

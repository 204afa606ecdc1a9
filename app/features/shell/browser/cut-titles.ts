/** Shows the full text of a truncated title as a tooltip on hover. Returns a cleanup function. */
export function showCutTitles(): () => void {
  const onOver = ({ target }: Event) => {
    const name = (target as Element | null)?.closest?.<HTMLElement>('.name, .crumbs a, .owner');
    if (!name) return;
    const isCut = name.scrollWidth > name.clientWidth;
    if (isCut) name.title = name.textContent ?? '';
    else name.removeAttribute('title');
  };
  document.addEventListener('pointerover', onOver);
  return () => document.removeEventListener('pointerover', onOver);
}

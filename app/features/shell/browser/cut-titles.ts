/** Shows the whole of a title that is cut off, as its tooltip, while the pointer is on it. Returns the function that stops it. */
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

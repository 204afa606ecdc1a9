const sideButton = () => document.querySelector<HTMLButtonElement>('.side-form button');

export const isSideFolded = (): boolean => sideButton()?.ariaExpanded === 'false';

/** Folds or unfolds the sidebar, where the page has a button for it. */
export function foldSide(): void {
  const button = sideButton();
  if (button?.checkVisibility()) button.click();
}

/** Creates a button for content rendered without React. It does not submit forms. */
export function makeButton(label: string, className = 'button small', run?: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = label;
  if (run) button.addEventListener('click', run);
  return button;
}

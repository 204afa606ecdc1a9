/** Sets the height of a field to that of its text, in browsers without `field-sizing`. */
export function fitHeight(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}

export function setValue(field: HTMLTextAreaElement, value: string): void {
  field.value = value;
  fitHeight(field);
}

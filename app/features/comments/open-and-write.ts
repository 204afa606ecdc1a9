/** Opens "Reply" or "Edit" of a thread with the cursor at the end of its field. The browser closes it. */
export function openAndWrite(event: MouseEvent): void {
  const details = (event.target as Element).closest('summary')?.closest<HTMLDetailsElement>('.thread details');
  const field = details?.querySelector('textarea');
  if (!details || !field || details.open || event.defaultPrevented) return;
  // Not on `toggle`: a phone shows its keyboard only for focus within the tap.
  event.preventDefault();
  details.open = true;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

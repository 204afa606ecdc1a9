const holders = new Set<() => boolean>();

/** Calls `hasWork` before the page is left, and asks the user if it returns true. Returns a function that ends this. */
export function askBeforeLeaving(hasWork: () => boolean): () => void {
  const onLeave = (event: BeforeUnloadEvent) => hasWork() && event.preventDefault();
  holders.add(hasWork);
  addEventListener('beforeunload', onLeave);
  return () => {
    holders.delete(hasWork);
    removeEventListener('beforeunload', onLeave);
  };
}

/** Fields whose text the editor saves by itself. */
const SAVED = '.live :is([name="title"], [name="content"])';

/**
 * Returns true if another page of the app would drop work: uploads, or text in a field of the page. A page load asks for
 * the former only, as browsers bring back the text of fields.
 */
export function hasUnsentWork(): boolean {
  if ([...holders].some((hasWork) => hasWork())) return true;
  const fields = document.querySelectorAll<HTMLTextAreaElement>(`main textarea:not(${SAVED})`);
  return [...fields].some((field) => field.value !== field.defaultValue && field.value.trim() !== '');
}

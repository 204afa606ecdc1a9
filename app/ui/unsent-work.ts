const holders = new Set<() => boolean>();

/** Asks the user before the browser leaves or reloads while `hasWork()` is true. Returns a function that ends this. */
export function askBeforeUnload(hasWork: () => boolean): () => void {
  const onLeave = (event: BeforeUnloadEvent) => hasWork() && event.preventDefault();
  addEventListener('beforeunload', onLeave);
  return () => removeEventListener('beforeunload', onLeave);
}

/** Asks also before another page of the app. Returns a function that ends this. */
export function askBeforeLeaving(hasWork: () => boolean): () => void {
  const end = askBeforeUnload(hasWork);
  holders.add(hasWork);
  return () => {
    holders.delete(hasWork);
    end();
  };
}

/** Fields whose text the editor saves by itself, and those that nobody types into. */
const OTHERS = '.live :is([name="title"], [name="content"]), [hidden]';

/**
 * Returns true if another page of the app would drop work: uploads, or text in a field of the page. A page load asks
 * for the former only, as browsers bring back the text of fields.
 */
export function hasUnsentWork(): boolean {
  if ([...holders].some((hasWork) => hasWork())) return true;
  const fields = document.querySelectorAll<HTMLTextAreaElement>(`main textarea:not(${OTHERS})`);
  return [...fields].some((field) => field.value !== field.defaultValue && field.value.trim() !== '');
}

/** Returns a choice kept in this browser; null without one, or if the browser refuses its storage. */
export function findChoice(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch (error) {
    console.warn('This browser returns no choices:', (error as Error).name);
    return null;
  }
}

/** Keeps a choice in this browser. Storage that is full or refused only warns: no page depends on it. */
export function keepChoice(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch (error) {
    console.warn('This browser keeps no choices:', (error as Error).name);
  }
}

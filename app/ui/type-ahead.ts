/** Time after which the typed letters are reset (specification §9). */
const RESET_MS = 1000;

/**
 * Creates a search for menu entries by their first letters. Letters typed within a second of each other are combined;
 * repeating one letter cycles through its matches.
 */
export function createTypeAhead() {
  let typed = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns the index of the matching label, -1 for none. `current` is the focused index, -1 for none. */
  return function find(letter: string, labels: string[], current: number): number {
    clearTimeout(timer);
    timer = setTimeout(() => {
      typed = '';
    }, RESET_MS);
    typed += letter.toLowerCase();
    const isRepeated = [...typed].every((each) => each === typed[0]);
    const wanted = isRepeated ? typed[0]! : typed;
    // A single letter moves to the next match; with more letters the current entry stays if it still matches.
    const start = current + (wanted.length === 1 ? 1 : 0);
    const order = labels.map((_label, index) => (Math.max(start, 0) + index) % labels.length);
    return order.find((index) => labels[index]!.toLowerCase().startsWith(wanted)) ?? -1;
  };
}

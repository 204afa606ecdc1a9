/** Specification §9. */
const RESET_MS = 1000;

/**
 * Finds entries of a menu by their first letters. What is typed within a second of the last letter belongs together; one
 * letter again and again goes round.
 */
export function createTypeAhead() {
  let typed = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The index of the label that is meant now, -1 for none. `current` is where one stands, -1 for nowhere. */
  return function find(letter: string, labels: string[], current: number): number {
    clearTimeout(timer);
    timer = setTimeout(() => {
      typed = '';
    }, RESET_MS);
    typed += letter.toLowerCase();
    const isRepeated = [...typed].every((each) => each === typed[0]);
    const wanted = isRepeated ? typed[0]! : typed;
    // A single letter asks for the next one; with more, the entry that still fits stays.
    const start = current + (wanted.length === 1 ? 1 : 0);
    const order = labels.map((_label, index) => (Math.max(start, 0) + index) % labels.length);
    return order.find((index) => labels[index]!.toLowerCase().startsWith(wanted)) ?? -1;
  };
}

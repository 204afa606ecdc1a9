/** A card of the margin: the vertical position of its passage and the card's height, in pixels. */
export type Card = { at: number; height: number };

const GAP_PX = 12;

/**
 * Returns the vertical position of each card in pixels. The active card stands at its passage; the cards before it
 * move up and the cards after it move down as far as needed to avoid overlaps. Without an active card the first one
 * stands at its passage. `cards` are in the order of their passages, `least` is the upper end of the margin.
 */
export function stackCards(cards: Card[], active: number, least: number): number[] {
  const tops = cards.map(({ at }) => at);
  const first = Math.max(active, 0);
  for (let nth = first - 1; nth >= 0; nth -= 1) {
    tops[nth] = Math.min(tops[nth]!, tops[nth + 1]! - GAP_PX - cards[nth]!.height);
  }
  let free = least;
  for (let nth = 0; nth < cards.length; nth += 1) {
    tops[nth] = Math.max(tops[nth]!, free);
    free = tops[nth]! + cards[nth]!.height + GAP_PX;
  }
  return tops;
}

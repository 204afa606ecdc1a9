import { outward } from '#app/address/base-path.ts';
/** `words` contains the lower-case name, keywords and the English short name. */
export type Emoji = { emoji: string; label: string; words: string; group: number };

type Row = [emoji: string, label: string, words: string, group: number];
const loaded = new Map<string, Promise<Emoji[]>>();

/**
 * Loads a list of `public/emoji/`. There is one per language: names, keywords and GitHub's short names, without skin
 * tones.
 */
async function load(lng: string): Promise<Emoji[]> {
  const response = await fetch(outward(`/emoji/${lng}.json`));
  if (!response.ok) throw new Error(`/emoji/${lng}.json answered ${response.status}`);
  const rows: Row[] = await response.json();
  return rows.map(([emoji, label, words, group]) => ({
    emoji,
    label,
    words: `${label.toLowerCase()} ${words}`,
    group,
  }));
}

/** Returns all emoji with their names in a language. Loads them once; a failed load is retried by the next call. */
export function loadEmoji(lng: string): Promise<Emoji[]> {
  const known = loaded.get(lng);
  if (known) return known;
  const loading = load(lng);
  loaded.set(lng, loading);
  loading.catch(() => loaded.delete(lng));
  return loading;
}

/** Finds emoji whose words contain every typed word; names that start with the first word come first. */
export function findEmoji(all: readonly Emoji[], typed: string, most: number): Emoji[] {
  const wanted = typed
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean);
  const found = all.filter(({ words }) => wanted.every((word) => words.includes(word)));
  const rank = ({ label, words }: Emoji) => {
    const first = wanted[0] ?? '';
    if (label.toLowerCase().startsWith(first)) return 0;
    return words.split(' ').some((word) => word.startsWith(first)) ? 1 : 2;
  };
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, most);
}

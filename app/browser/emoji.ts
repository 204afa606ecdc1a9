/** `words` are lower-case: the name, what it is found by, and its English short name. */
export type Emoji = { emoji: string; label: string; words: string; group: number };

type Compact = { unicode: string; label: string; tags?: string[]; hexcode: string; group?: number };
type ShortNames = Record<string, string | string[]>;

const sourceOf = (lng: string): Promise<{ default: unknown }> =>
  lng === 'zh' ? import('emojibase-data/zh/compact.json') : import('emojibase-data/en/compact.json');
const loaded = new Map<string, Promise<Emoji[]>>();

async function load(lng: string): Promise<Emoji[]> {
  const [{ default: list }, { default: names }] = await Promise.all([
    sourceOf(lng),
    import('emojibase-data/en/shortcodes/github.json'),
  ]);
  const shortNames = names as ShortNames;
  return (list as Compact[])
    .filter(({ group }) => group !== undefined && group !== 2)
    .map(({ unicode, label, tags = [], hexcode, group = 0 }) => ({
      emoji: unicode,
      label,
      words: [label, ...tags, shortNames[hexcode] ?? ''].flat().join(' ').toLowerCase(),
      group,
    }));
}

/** All emoji with their names in one language, loaded when first asked for. A failed attempt is made again next time. */
export function loadEmoji(lng: string): Promise<Emoji[]> {
  const known = loaded.get(lng);
  if (known) return known;
  const loading = load(lng);
  loaded.set(lng, loading);
  loading.catch(() => loaded.delete(lng));
  return loading;
}

/** Those found by all the words typed; names that begin with them first. */
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

import type { TFunction } from 'i18next';
import type { Command } from '#app/features/commands/browser/command-list.ts';
import type { Found } from '#app/features/commands/browser/find-documents.ts';
import { matchLetters, type Piece } from '#app/features/commands/browser/match-letters.ts';
import { SINGLE_KEYS } from '#app/features/commands/browser/shortcut-keys.ts';
import type { IconName } from '#app/ui/icon.tsx';

/** A selectable line of the palette: a document, a command or the full search. */
export type Entry = {
  id: string;
  icon: IconName;
  emoji?: string | null;
  pieces: Piece[];
  /** Titles of a document's ancestors. */
  path?: string;
  /** Escaped HTML with `<mark>`, made by the server. */
  snippet?: string;
  keys?: string;
  run: () => void;
};
export type EntryGroup = { id: string; label: string; entries: Entry[] };

type Input = {
  t: TFunction;
  typed: string;
  commands: Command[];
  found: Found | null;
  go: (path: string) => void;
  hasSingleKeys: boolean;
  currentId: string | null;
};

/**
 * Builds the palette's entries in groups: documents first, unless a command begins with what was typed and no title
 * does. Without typed text, the current document is omitted.
 */
export function paletteEntries({ t, typed, commands, found, go, hasSingleKeys, currentId }: Input): EntryGroup[] {
  const query = typed.trim();
  const documents = documentEntries(found, typed, (id) => go(`/doc/${id}`)).filter(
    ({ id }) => query !== '' || id !== `doc-${currentId}`,
  );
  const groups = (['document', 'do', 'go', 'settings'] as const).map((group) => ({
    id: group,
    label: t(`palette.groups.${group}`),
    ...matching(commands, group, query, hasSingleKeys),
  }));
  // Between commands that match best and the others.
  const hasTitle = found?.documents.some(({ title }) => matchLetters(title, query)?.rank === 0);
  const rank = hasTitle ? 0 : 0.5;
  const ranked = [{ ...documentGroup(t, query, documents), rank }, ...groups].sort((a, b) => a.rank - b.rank);
  const everywhere = {
    id: 'search',
    label: t('palette.groups.search'),
    entries: query === '' ? [] : [searchAll(t, query, go)],
  };
  return withEntries([...ranked.map(({ rank: _, ...group }) => group), everywhere]);
}

type Moving = Pick<Input, 't' | 'typed' | 'found'> & {
  /** True if the document may become a root. */
  hasRoot: boolean;
  moveInto: (id: string | null) => void;
};

/** Builds the entries of the places for a document: the top level and documents. */
export function moveEntries({ t, typed, found, hasRoot, moveInto }: Moving): EntryGroup[] {
  const query = typed.trim();
  const match = hasRoot ? matchLetters(t('move.root'), query) : null;
  const root = match && { id: 'root', icon: 'house' as const, pieces: match.pieces, run: () => moveInto(null) };
  const documents = documentGroup(t, query, documentEntries(found, typed, moveInto));
  const top = { id: 'root', label: t('tree.mine'), entries: root ? [root] : [] };
  return withEntries(query === '' ? [top, documents] : [documents, top]);
}

const withEntries = (groups: EntryGroup[]) => groups.filter(({ entries }) => entries.length > 0);

function documentGroup(t: TFunction, query: string, entries: Entry[]): EntryGroup {
  const label = t(query === '' ? 'palette.groups.recent' : 'palette.groups.documents');
  return { id: 'documents', label, entries };
}

/** Keeps showing matching entries of an older response until the next one arrives. */
function documentEntries(found: Found | null, typed: string, run: (id: string) => void): Entry[] {
  const query = typed.trim();
  const isLate = found?.typed !== typed;
  const shown = (found?.documents ?? []).filter(({ title }) => !isLate || (query !== '' && matchLetters(title, query)));
  return shown.map(({ id, title, icon, path, snippet }) => ({
    id: `doc-${id}`,
    icon: 'file' as const,
    emoji: icon,
    pieces: matchLetters(title, query)?.pieces ?? [{ text: title, isMatch: false }],
    ...(path ? { path } : {}),
    ...(snippet ? { snippet } : {}),
    run: () => run(id),
  }));
}

/** Finds the commands of a group; `rank` is that of the best. Without a query they keep their place. */
function matching(
  commands: Command[],
  group: Command['group'],
  query: string,
  hasSingleKeys: boolean,
): { entries: Entry[]; rank: number } {
  const matches = commands
    .filter((each) => each.group === group)
    .flatMap((each) => {
      const match = matchLetters(each.label, query);
      // English keywords match in every language; then no letter of the label is marked.
      const byWords = match ? null : matchLetters(each.words, query);
      const rank = match?.rank ?? (byWords && byWords.rank < 3 ? 4 : null);
      if (rank === null) return [];
      return [{ each, rank, pieces: match?.pieces ?? [{ text: each.label, isMatch: false }] }];
    });
  matches.sort((a, b) => a.rank - b.rank);
  const entries = matches.map(({ each: { id, icon, shortcut, run }, pieces }) => ({
    id,
    icon,
    pieces,
    ...(shortcut && hasSingleKeys ? { keys: SINGLE_KEYS[shortcut] } : {}),
    run,
  }));
  return { entries, rank: query === '' ? 1 : (matches[0]?.rank ?? Number.POSITIVE_INFINITY) };
}

function searchAll(t: TFunction, query: string, go: (path: string) => void): Entry {
  return {
    id: 'search-all',
    icon: 'search',
    pieces: [{ text: t('palette.searchAll', { query }), isMatch: false }],
    run: () => go(`/search?keyword=${encodeURIComponent(query)}`),
  };
}

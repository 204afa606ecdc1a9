import type { Change } from '#app/services/documents/compare-texts.ts';

/** Renders a text with its insertions and deletions marked. */
export function MarkedWords({ changes }: { changes: Change[] }) {
  return changes.map(({ kind, text }, index) => {
    const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes in place
    return <Tag key={index}>{text}</Tag>;
  });
}

import type { Change } from '#app/services/documents/compare-texts.ts';

/** A text with what came marked as inserted and what went as deleted. */
export function MarkedWords({ changes }: { changes: Change[] }) {
  return changes.map(({ kind, text }, index) => {
    const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes in place
    return <Tag key={index}>{text}</Tag>;
  });
}

import { type Draft, forgetDrafts, type KeptDraft } from '#app/browser/drafts.ts';
import { request } from '#app/browser/request.ts';

type Written = Pick<Draft, 'title' | 'icon' | 'content'>;
type Revision = { id: string; version: number; title: string };

/** Maximum number of revisions compared with a text. */
const COMPARED_MAX = 5;

/** Returns the first version from `since` on at which the server stored exactly this text; null if none is found. */
export async function arrivedVersion(docId: string, text: Written, since: number): Promise<number | null> {
  const path = `/api/documents/${docId}/revisions`;
  const quiet = { quiet: true };
  const { items } = await request<{ items: Revision[] }>('GET', `${path}?folded=true&limit=100`, quiet);
  const possible = items.filter(({ version, title }) => version >= since && title === text.title);
  for (const { id, version } of possible.reverse().slice(0, COMPARED_MAX)) {
    const { icon, content } = await request<Written>('GET', `${path}/${id}`, quiet);
    if (icon === text.icon && content === text.content) return version;
  }
  return null;
}

/**
 * Deletes drafts whose text is already a version of their document, because a form or request of a closed page arrived.
 * Returns the others; all of them when offline.
 */
export async function withoutArrived(drafts: readonly KeptDraft[]): Promise<KeptDraft[]> {
  // A draft that cannot be compared, as offline, counts as missing on the server: nothing is lost by offering it.
  const versions = await Promise.all(
    drafts.map((draft) => arrivedVersion(documentOf(draft), draft, draft.baseVersion).catch(() => null)),
  );
  await forgetDrafts(drafts.filter((_, index) => versions[index] !== null));
  return drafts.filter((_, index) => versions[index] === null);
}

const documentOf = ({ key }: KeptDraft) => key.split('/')[1] ?? '';

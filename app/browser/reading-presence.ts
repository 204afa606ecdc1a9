import { userInfo } from '#app/browser/auth-state.ts';
import { request } from '#app/browser/request.ts';
import { personColor } from '#app/schemas/person-color.ts';
import type { PresentPerson } from '#app/ui/here-now.tsx';

type Row = { userId: string; displayName: string; imageUrl: string | null; isEditing: boolean };

const EVERY_MS = 30_000;

/** Tells that the page is read while it is visible, and who else is there. Returns the function that ends it. */
export function readTogether(docId: string, onPeople: (people: PresentPerson[]) => void): () => void {
  const left = new AbortController();
  const { signal } = left;
  const beat = async () => {
    if (document.hidden) return;
    const rows = await request<Row[]>('POST', `/api/documents/${docId}/presence`, { quiet: true, signal });
    onPeople(rows.filter(({ userId }) => userId !== userInfo()?.id).map(toPerson));
  };
  const tell = () => {
    beat().catch(() => {
      // The next one tells.
    });
  };
  const timer = setInterval(tell, EVERY_MS);
  document.addEventListener('visibilitychange', tell, { signal });
  tell();
  return () => {
    clearInterval(timer);
    left.abort();
  };
}

function toPerson({ userId: id, displayName: name, imageUrl, isEditing }: Row): PresentPerson {
  return { id, name, color: personColor(id), isEditing, ...(imageUrl ? { image: imageUrl } : {}) };
}

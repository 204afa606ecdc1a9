import { userInfo } from '#app/browser/auth-state.ts';
import { request } from '#app/browser/request.ts';
import { personColor } from '#app/schemas/person-color.ts';
import type { PresentPerson } from '#app/ui/here-now.tsx';

type Row = { userId: string; displayName: string; imageUrl: string | null; isEditing: boolean };

const EVERY_MS = 30_000;

/**
 * Announces regularly that the visible page is being read, and reports who else is there. Returns a function that stops
 * this.
 */
export function startReadingPresence(docId: string, onPeople: (people: PresentPerson[]) => void): () => void {
  const left = new AbortController();
  const { signal } = left;
  const beat = async () => {
    if (document.hidden) return;
    const rows = await request<Row[]>('POST', `/api/documents/${docId}/presence`, { quiet: true, signal });
    onPeople(rows.filter(({ userId }) => userId !== userInfo()?.id).map(toPerson));
  };
  const tell = () => {
    beat().catch(() => {
      // The next one announces it.
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

import type { TFunction } from 'i18next';
import { openingPath } from '#app/address/opening-path.ts';
import { RequestError, request } from '#app/browser/request.ts';
import { addToast } from '#app/ui/toasts.ts';

type Named = { id: string; title: string };
/** The optimistic effect of a change, shown before the server responds. */
export type ShownChange =
  | { kind: 'update'; id: string; title?: string; isStarred?: boolean }
  | { kind: 'remove'; id: string };

type Around = {
  t: TFunction;
  navigate: (path: string) => unknown;
  revalidate: () => Promise<void>;
  /** Sends a change and shows it optimistically. Rejects with the error of `send`. */
  show: (change: ShownChange, send: () => Promise<unknown>) => Promise<void>;
};

/** Returns true on success. Shows a refusal in a toast; outages have already been reported. */
export async function attempt(title: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    if (error.failure === 'answer') addToast({ title, description: error.message, variant: 'destructive' });
    return false;
  }
}

/** Creations in progress by parent, so that a second press makes no second document. */
const creating = new Map<string | null, Promise<boolean>>();

/**
 * Creates the document actions available on every page. They call the API, show the same toasts as the forms and need
 * no page load.
 */
export function createDocumentCommands({ t, navigate, revalidate, show }: Around) {
  const patch = (change: ShownChange & { kind: 'update' }) => {
    const { kind, id, ...body } = change;
    return show(change, () => request('PATCH', `/api/documents/${id}`, { body }));
  };
  const restore = ({ id, title }: Named, leadsTo: string | null) =>
    attempt(title, async () => {
      await request('POST', `/api/documents/${id}/restore`);
      await (leadsTo ? navigate(leadsTo) : revalidate());
      addToast({ title: t('toast.restored', { title }) });
    });
  /** Opens a document, unless the person has opened another page since `from`: then a toast offers it. */
  const open = async (path: string, from: string, title: string | null) => {
    const label = t('treeWork.open');
    if (openingPath() !== from) {
      void revalidate();
      addToast({
        title: title ?? t('toast.created', { title: t('document.untitled') }),
        action: { label, run: () => void navigate(path) },
      });
      return;
    }
    await navigate(path);
    if (title !== null) addToast({ title });
  };
  return {
    create: (parentId: string | null): Promise<boolean> => {
      const running = creating.get(parentId);
      if (running) return running;
      const from = openingPath();
      const created = attempt(t('treeWork.notCreated'), async () => {
        const body = { title: t('document.untitled'), content: '', parentId };
        const { id } = await request<Named>('POST', '/api/documents', { body });
        await open(`/doc/${id}/edit`, from, null);
      }).finally(() => creating.delete(parentId));
      creating.set(parentId, created);
      return created;
    },

    rename: ({ id, title }: Named, newTitle: string) =>
      attempt(t('treeWork.notRenamed', { title }), () => patch({ kind: 'update', id, title: newTitle })),

    star: ({ id, title, isStarred }: Named & { isStarred: boolean }) =>
      attempt(title, async () => {
        await patch({ kind: 'update', id, isStarred: !isStarred });
        addToast({ title: t(isStarred ? 'toast.unstarred' : 'toast.starred') });
      }),

    duplicate: ({ id, title }: Named) =>
      attempt(title, async () => {
        const from = openingPath();
        const copy = await request<Named>('POST', `/api/documents/${id}/duplicate`);
        await open(`/doc/${copy.id}`, from, t('toast.duplicated', { title }));
      }),

    takeCopy: ({ id, title }: Named) =>
      attempt(title, async () => {
        const from = openingPath();
        const copy = await request<Named>('POST', `/api/documents/${id}/take-copy`);
        await open(`/doc/${copy.id}`, from, t('toast.copyTaken', { title }));
      }),

    /**
     * `leadsTo` is the page to open if the current one is archived too. Undo in the toast returns to the current page.
     */
    archive: ({ id, title }: Named, leadsTo: string | null) =>
      attempt(t('treeWork.notArchived', { title }), async () => {
        const from = openingPath();
        await show({ kind: 'remove', id }, () => request('POST', `/api/documents/${id}/archive`));
        const isLeft = openingPath() !== from;
        if (leadsTo) await (isLeft ? revalidate() : navigate(leadsTo));
        const run = () => void restore({ id, title }, leadsTo && !isLeft ? `/doc/${id}` : null);
        addToast({ title: t('toast.archived', { title }), action: { label: t('toast.undo'), run } });
      }),
  };
}

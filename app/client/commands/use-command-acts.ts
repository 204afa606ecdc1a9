import { useMemo } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { RequestError, request } from '#app/client/request.ts';
import type { CommandPage } from '#app/components/commands.tsx';
import { addToast } from '#app/ui/toasts.ts';
import { useTexts } from '#app/ui/use-texts.ts';

export type CommandActs = ReturnType<typeof useCommandActs>;
type Document = NonNullable<CommandPage['document']>;

/** What commands do. What the server says against it is told in a toast. */
export function useCommandActs() {
  const t = useTexts();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return useMemo(() => {
    async function attempt(title: string, work: () => Promise<unknown>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        if (error.failure === 'answer') addToast({ title, description: error.message, variant: 'destructive' });
      }
    }
    return {
      go: (path: string) => void navigate(path),
      create: (parentId: string | null) =>
        attempt(t('treeWork.notCreated'), async () => {
          const body = { title: t('document.untitled'), content: '', parentId };
          const { id } = await request<{ id: string }>('POST', '/api/documents', { body });
          await navigate(`/doc/${id}/edit`);
        }),
      star: ({ id, title, isStarred }: Document) =>
        attempt(title, async () => {
          await request('PATCH', `/api/documents/${id}`, { body: { isStarred: !isStarred } });
          await revalidate();
          addToast({ title: t(isStarred ? 'toast.unstarred' : 'toast.starred') });
        }),
      duplicate: ({ id, title }: Document) =>
        attempt(title, async () => {
          const copy = await request<{ id: string }>('POST', `/api/documents/${id}/duplicate`);
          await navigate(`/doc/${copy.id}`);
          addToast({ title: t('toast.duplicated', { title }) });
        }),
      archive: ({ id, title, path }: Document) =>
        attempt(t('treeWork.notArchived', { title }), async () => {
          await request('POST', `/api/documents/${id}/archive`);
          const parent = path.at(-1);
          await navigate(parent ? `/doc/${parent.id}` : '/');
          const restore = () =>
            void attempt(title, async () => {
              await request('POST', `/api/documents/${id}/restore`);
              await navigate(`/doc/${id}`);
              addToast({ title: t('toast.restored', { title }) });
            });
          addToast({ title: t('toast.archived', { title }), action: { label: t('toast.undo'), run: restore } });
        }),
    };
  }, [t, navigate, revalidate]);
}

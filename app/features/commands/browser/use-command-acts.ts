import { useMemo } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { createDocumentCommands } from '#app/browser/document-commands.ts';
import { reloadWhenConnected } from '#app/browser/reload-when-connected.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import { useCsrfToken } from '#app/ui/csrf-field.tsx';
import { useOnlineSubmit } from '#app/ui/use-online-submit.ts';

export type CommandActs = ReturnType<typeof useCommandActs>;

/** Returns the commands' actions. The page updates after the server has responded. */
export function useCommandActs() {
  const t = useTexts();
  const navigate = useNavigate();
  const { revalidate: revalidateNow } = useRevalidator();
  const submit = useOnlineSubmit();
  const csrf = useCsrfToken();
  return useMemo(() => {
    const revalidate = () => reloadWhenConnected(revalidateNow);
    const acts = createDocumentCommands({
      t,
      navigate,
      revalidate,
      show: async (change, send) => {
        await send();
        // A removed document has no page to revalidate.
        if (change.kind !== 'remove') await revalidate();
      },
    });
    return {
      ...acts,
      go: (path: string) => void navigate(path),
      /** Moves a document into another, or to the top level, like the form of its page. */
      move: (id: string, targetId: string | null) => {
        const fields = { csrf, intent: 'move', targetId: targetId ?? '', dropPosition: '0' };
        submit(fields, { method: 'post', action: `/doc/${id}` });
      },
    };
  }, [t, navigate, revalidateNow, submit, csrf]);
}

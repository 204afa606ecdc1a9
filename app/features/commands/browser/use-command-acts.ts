import { useMemo } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { createDocumentCommands } from '#app/browser/document-commands.ts';
import { useTexts } from '#app/i18n/use-texts.ts';

export type CommandActs = ReturnType<typeof useCommandActs>;

/** Returns the commands' actions. The page updates after the server has responded. */
export function useCommandActs() {
  const t = useTexts();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return useMemo(() => {
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
    return { ...acts, go: (path: string) => void navigate(path) };
  }, [t, navigate, revalidate]);
}

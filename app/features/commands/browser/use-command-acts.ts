import { useMemo } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { createDocumentActs } from '#app/browser/document-acts.ts';
import { useTexts } from '#app/i18n/use-texts.ts';

export type CommandActs = ReturnType<typeof useCommandActs>;

/** What commands do; the page shows it when the server has it. */
export function useCommandActs() {
  const t = useTexts();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return useMemo(() => {
    const acts = createDocumentActs({
      t,
      navigate,
      revalidate,
      show: async (change, send) => {
        await send();
        // What is gone has no page to be brought up to date.
        if (change.kind !== 'remove') await revalidate();
      },
    });
    return { ...acts, go: (path: string) => void navigate(path) };
  }, [t, navigate, revalidate]);
}

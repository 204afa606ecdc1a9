import { useRef } from 'react';
import { useServerOnly } from '#app/features/shell/server-only.tsx';
import { textLanguage } from '#app/i18n/text-language.ts';

type ProseProps = { id: string; html: string | null };

/**
 * A document's body. In the page's own markup the HTML comes from the server once and is adopted from the DOM when the
 * page hydrates; `html` brings it when the client has navigated here.
 */
export function Prose({ id, html }: ProseProps) {
  const { bodyHtml } = useServerOnly();
  const adopted = useRef<string | null>(null);
  if (html === null && adopted.current === null && typeof document !== 'undefined') {
    adopted.current = document.getElementById(id)?.innerHTML ?? '';
  }
  const body = html ?? bodyHtml ?? adopted.current ?? '';
  return (
    <div
      id={id}
      className="prose"
      lang={textLanguage(body)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved (app/markdown)
      dangerouslySetInnerHTML={{ __html: body }}
    />
  );
}

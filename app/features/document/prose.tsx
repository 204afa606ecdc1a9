import { useRef } from 'react';
import { useServerOnly } from '#app/features/shell/server-only.tsx';
import { textLanguage } from '#app/i18n/text-language.ts';

type ProseProps = { id: string; html: string | null };

/**
 * Renders a document's body. In server markup the HTML is sent once and adopted from the DOM on hydration; `html`
 * carries it after client navigation.
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

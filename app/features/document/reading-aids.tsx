import { useEffect, useRef } from 'react';
import { useNumberFormat, useTexts } from '#app/i18n/use-texts.ts';
import type { Backlink } from '#app/services/documents/list-backlinks.ts';
import type { OpenedDocument } from '#app/services/documents/open-document.ts';
import { Name } from '#app/ui/name.tsx';

/** Fewer headings need no table of contents. */
export const FEWEST_HEADINGS = 3;
export const hasContents = (outline: OpenedDocument['outline']): boolean => outline.length >= FEWEST_HEADINGS;
const MOST = 200;
const IN_MARGIN = '(min-width: 80rem)';

/** Renders the table of contents. Entries are indented by depth, not nested. */
export function Contents({ outline }: Pick<OpenedDocument, 'outline'>) {
  const t = useTexts();
  const box = useRef<HTMLDetailsElement>(null);
  // The style sheet expands it in a margin without comments; `open` exposes that to assistive technology.
  useEffect(() => {
    const isInMargin = matchMedia(IN_MARGIN).matches && !box.current?.closest('[data-margin]');
    if (box.current && isInMargin) box.current.open = true;
  }, []);
  if (!hasContents(outline)) return null;
  const shown = outline.slice(0, MOST);
  const top = Math.min(...shown.map(({ depth }) => depth));
  return (
    <details ref={box} className="toc">
      <summary>{t('reading.contents')}</summary>
      <nav aria-label={t('reading.contents')}>
        <ol>
          {shown.map(({ depth, id, text }) => (
            <li key={id} className={`level-${Math.min(depth - top, 3)}`}>
              <a href={`#${id}`}>
                <Name className="" text={text} />
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  );
}

/** Shows the length of a text from a hundred words on. */
export function ReadingTime({ words, readingSeconds }: Pick<OpenedDocument, 'words' | 'readingSeconds'>) {
  const t = useTexts();
  const number = useNumberFormat();
  if (words < 100) return null;
  const minutes = Math.max(1, Math.round(readingSeconds / 60));
  return (
    <span className="reading-time">
      {t('reading.words', { count: words, words: number.format(words) })} ·{' '}
      {t('reading.minutes', { count: minutes, minutes: number.format(minutes) })}
    </span>
  );
}

/** Lists documents that link to this one. */
export function Backlinks({ entries }: { entries: Backlink[] }) {
  const t = useTexts();
  if (entries.length === 0) return null;
  return (
    <section className="backlinks" aria-labelledby="backlinks">
      <h2 id="backlinks">{t('reading.backlinks')}</h2>
      <ul>
        {entries.map(({ id, title, icon }) => (
          <li key={id}>
            <a href={`/doc/${id}`}>
              {icon ? <span className="emoji">{icon}</span> : null} <Name className="" text={title} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

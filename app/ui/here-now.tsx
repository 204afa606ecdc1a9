import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#app/i18n/use-texts.ts';

/** Another person who is in the document. */
export type PresentPerson = { id: string; name: string; color: string; image?: string; isEditing: boolean };

/** Minimum interval between announcements of arrivals. */
const ANNOUNCE_EVERY_MS = 10_000;

type Props = { people: PresentPerson[]; followed?: string | null; onFollow?: (id: string) => void };

/**
 * Lists the other people in the document as avatars, with names on hover and for screen readers. With `onFollow`,
 * pressing a person who edits follows their cursor.
 */
export function HereNow({ people, followed, onFollow }: Props) {
  const t = useTexts();
  const announcement = useArrivals(people);
  // Not rendered by the server, as presence requires JavaScript.
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  if (!isLive) return null;
  return (
    <>
      <ul className="here-now" aria-label={t('live.hereNow')} hidden={people.length === 0}>
        {people.map(({ id, name, color, image, isEditing }) => {
          const label = t(isEditing ? 'live.editing' : 'live.reading', { name });
          const canFollow = onFollow && isEditing;
          const title = canFollow ? t(followed === id ? 'live.following' : 'live.follow', { name }) : label;
          return (
            <li key={id} title={title} className={isEditing ? 'is-editing' : undefined} style={{ borderColor: color }}>
              {canFollow ? (
                <button type="button" aria-pressed={followed === id} onClick={() => onFollow(id)}>
                  <Face {...{ name, color, image, label: t('live.follow', { name }) }} />
                </button>
              ) : (
                <Face {...{ name, color, image, label }} />
              )}
            </li>
          );
        })}
      </ul>
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
    </>
  );
}

type FaceProps = { name: string; color: string; image: string | undefined; label: string };

function Face({ name, color, image, label }: FaceProps) {
  return (
    <>
      {image ? (
        <img src={image} alt="" width="24" height="24" />
      ) : (
        <span aria-hidden="true" style={{ backgroundColor: color }}>
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <span className="sr-only">{label}</span>
    </>
  );
}

/** Returns the announcement of people who joined, updated at most every ten seconds. */
function useArrivals(people: PresentPerson[]): string {
  const t = useTexts();
  const known = useRef(new Set<string>());
  const announcedAt = useRef(0);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const names = people.filter(({ id }) => !known.current.has(id)).map(({ name }) => name);
    if (names.length > 0 && Date.now() - announcedAt.current >= ANNOUNCE_EVERY_MS) {
      announcedAt.current = Date.now();
      setAnnouncement(t('live.joined', { names: names.join(t('phrase.separator')) }));
    }
    known.current = new Set(people.map(({ id }) => id));
  }, [people, t]);
  return announcement;
}

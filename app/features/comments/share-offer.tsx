import { useTexts } from '#app/i18n/use-texts.ts';
import type { Outsider } from '#app/services/comments/list-outsiders.ts';
import { ActionForm } from '#app/ui/action-form.tsx';
import { FilledText } from '#app/ui/name.tsx';

/** `commentId` is the comment that mentions the people; null for the text. */
type ShareOffersProps = { docId: string; people: Outsider[]; commentId: string | null };

/** Offers an owner to share with mentioned people who cannot read the document: one button each. */
export function ShareOffers({ docId, people, commentId }: ShareOffersProps) {
  const t = useTexts();
  if (people.length === 0) return null;
  return (
    <ul className="share-offers">
      {people.map(({ id, name }) => (
        <li key={id} className="note">
          <span>
            <FilledText values={{ name }}>{(placeholders) => t('comments.cannotRead', placeholders)}</FilledText>
          </span>
          <ActionForm
            action={`/doc/${docId}`}
            intent="share-mentioned"
            fields={commentId === null ? { userId: id } : { userId: id, commentId }}
            label={t('comments.shareToRead', { name })}
            name={t('comments.shareToRead', { name })}
          />
        </li>
      ))}
    </ul>
  );
}

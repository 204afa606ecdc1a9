import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { keepTyped, takeTyped } from '#app/features/comments/typed-comments.ts';
import { useMentionable } from '#app/features/comments/use-mentionable.ts';
import { useTexts } from '#app/i18n/use-texts.ts';
import type { Mentionable } from '#app/services/comments/list-mentionable.ts';
import { isComposingKey } from '#app/ui/composing-key.ts';
import { FieldErrors } from '#app/ui/field.tsx';
import { begunIn, foundText, mentionAt, offeredFor, offerKey } from '#app/ui/mention-typing.ts';
import { TextArea } from '#app/ui/text-area.tsx';

type MentionFieldProps = {
  docId: string;
  id: string;
  label: string;
  people: Mentionable[];
  /** True for the owner, who is offered people to share with. */
  canShare: boolean;
  value?: string | undefined;
  /** The text on the server, which is not kept when the field leaves the page. */
  stored?: string;
  errors?: string[] | undefined;
};

/**
 * Text field of a comment. After an `@` it offers people; for browsers without JavaScript, `HowToMention` shows what to
 * type.
 */
export function MentionField({
  docId,
  id,
  label,
  people: listed,
  canShare,
  value,
  stored = '',
  errors,
}: MentionFieldProps) {
  const t = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const [begun, setBegun] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const { people, load, share } = useMentionable(docId, listed, canShare);
  useLayoutEffect(() => keepWhenGone(field.current!, { docId, stored }), [docId, stored]);
  const look = () => {
    setBegun(begunIn(field.current));
    setActive(0);
  };
  const offered = offeredFor(people, begun);
  const choose = async (person: Mentionable) => {
    const area = field.current;
    if (!area || begun === null) return;
    const insert = mentionAt(area, begun);
    setBegun(null);
    if (person.shareWith && !(await share(person))) return;
    insert(person);
    area.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return send(event);
    const chosen = offered[active];
    if (!chosen) return;
    const does = offerKey(event.nativeEvent);
    if (does === null) return;
    event.preventDefault();
    if (does === 'close') setBegun(null);
    else if (does === 'choose') void choose(chosen);
    else setActive((active + does + offered.length) % offered.length);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <TextArea
        field={field}
        id={id}
        name="body"
        rows={3}
        required
        defaultValue={value}
        onFocus={load}
        onInput={look}
        onClick={look}
        onKeyDown={onKeyDown}
        aria-invalid={errors ? true : undefined}
        aria-describedby={errors ? `${id}-error` : undefined}
      />
      {offered.length > 0 ? (
        <ul className="mention-offers" aria-label={t('comments.mention')}>
          {offered.map((person, index) => (
            <li key={person.id} data-active={index === active ? '' : undefined}>
              <button type="button" className="button quiet" onClick={() => void choose(person)}>
                {person.shareWith ? t('comments.shareWith', { name: person.name }) : person.name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="sr-only" aria-live="polite">
        {offered[active] ? t(foundText(offered[active]), { name: offered[active].name }) : ''}
      </p>
      <FieldErrors id={id} errors={errors} />
    </div>
  );
}

/** Submits the form with its button, which names the intent. */
function send(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { form } = event.currentTarget;
  event.preventDefault();
  if (!event.repeat) form?.requestSubmit(form.querySelector('[type="submit"]'));
}

/**
 * Returns a cleanup function that keeps the typed text if the field leaves an open page, such as after a loss of
 * rights. Puts back what was kept of this field.
 */
function keepWhenGone(field: HTMLTextAreaElement, { docId, stored }: { docId: string; stored: string }): () => void {
  const quote = field.form?.querySelector<HTMLInputElement>('input[name="quote"]');
  const kept = takeTyped(docId, field.id);
  if (kept) {
    field.value = kept.body;
    if (quote) quote.value = kept.quote;
    for (let around = field.closest('details'); around; around = around.parentElement?.closest('details') ?? null)
      around.open = true;
  }
  return () => {
    const { id: key, value: body } = field;
    if (body !== stored) keepTyped(docId, { key, body, quote: quote?.value ?? '' });
  };
}

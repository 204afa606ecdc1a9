import { type FormEvent, useEffect, useRef } from 'react';
import { useSubmit } from 'react-router';
import { CsrfField } from '#app/ui/csrf-field.tsx';

type TaskFormsProps = { id: string; version: number };

/**
 * The forms behind the boxes in a text: each box is a button of the one that ticks or of the one that clears, and brings
 * its number. With scripts the page stays where it is.
 */
export function TaskForms({ id, version }: TaskFormsProps) {
  const submit = useSubmit();
  const pressed = useRef<string | null>(null);
  // The text is a new one after the save: whoever works by keyboard is put back on the box.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every version
  useEffect(() => {
    if (pressed.current === null) return;
    const box = document.querySelector<HTMLElement>(`#document-body [name="index"][value="${pressed.current}"]`);
    box?.focus({ preventScroll: true });
    pressed.current = null;
  }, [version]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const box = (event.nativeEvent as SubmitEvent).submitter;
    if (!(box instanceof HTMLButtonElement)) return;
    event.preventDefault();
    pressed.current = box.value;
    const body = new FormData(event.currentTarget, box);
    box.setAttribute('aria-checked', String(body.get('checked')));
    void submit(body, { method: 'post', action: `/doc/${id}`, replace: true, preventScrollReset: true });
  };
  return (['true', 'false'] as const).map((checked) => (
    <form
      key={checked}
      id={checked === 'true' ? 'task-tick' : 'task-clear'}
      method="post"
      action={`/doc/${id}`}
      onSubmit={onSubmit}
      hidden
    >
      <CsrfField />
      <input type="hidden" name="intent" value="task" />
      <input type="hidden" name="checked" value={checked} />
      <input type="hidden" name="baseVersion" value={version} />
    </form>
  ));
}

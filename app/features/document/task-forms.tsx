import { type FormEvent, useEffect, useRef } from 'react';
import { CsrfField } from '#app/ui/csrf-field.tsx';
import { useOnlineSubmit } from '#app/ui/use-online-submit.ts';

type TaskFormsProps = { id: string; version: number };

/**
 * Renders the forms for a text's checkboxes. Each checkbox is a submit button of the check or the uncheck form and
 * sends its number. With JavaScript the scroll position is kept.
 */
export function TaskForms({ id, version }: TaskFormsProps) {
  const submit = useOnlineSubmit();
  const pressed = useRef<string | null>(null);
  // The save replaces the text: restore keyboard focus on the checkbox.
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
    const body = new FormData(event.currentTarget, box);
    const isSent = submit(body, { method: 'post', action: `/doc/${id}`, replace: true, preventScrollReset: true });
    if (!isSent) return;
    pressed.current = box.value;
    box.setAttribute('aria-checked', String(body.get('checked')));
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

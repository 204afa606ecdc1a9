import { FormKey } from '#app/features/shell/form-key.tsx';
import { CsrfField } from '#app/ui/csrf-field.tsx';

/** Hidden fields of a form that creates a document. */
export function CreateFields({ intent }: { intent?: 'create' }) {
  return (
    <>
      <CsrfField />
      {intent ? <input type="hidden" name="intent" value={intent} /> : null}
      <FormKey />
    </>
  );
}

import { useRootData } from '#app/features/shell/root-data.ts';
import { CsrfField } from '#app/ui/csrf-field.tsx';

/** Hidden fields of a form that creates a document. The key tells the server that the same form is posted again. */
export function CreateFields({ intent }: { intent?: 'create' }) {
  return (
    <>
      <CsrfField />
      {intent ? <input type="hidden" name="intent" value={intent} /> : null}
      <input type="hidden" name="key" value={useRootData()?.now} />
    </>
  );
}

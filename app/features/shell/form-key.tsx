import { useRootData } from '#app/features/shell/root-data.ts';

/** Hidden field that tells the server that the same form is posted again, as by a double click. */
export function FormKey() {
  return <input type="hidden" name="key" value={useRootData()?.now} />;
}

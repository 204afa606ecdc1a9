import { CsrfField } from '#app/ui/csrf-field.tsx';

type ActionFormProps = {
  intent: string;
  /** Hidden fields: what the intent acts on. */
  fields: Record<string, string | number>;
  label: string;
  /** The accessible name, where several buttons of a page have one label. */
  name: string;
  /** The path that is posted to; by default the page's own. */
  action?: string;
  isDanger?: boolean;
};

/** A form of one button. */
export function ActionForm({ intent, fields, label, name, action, isDanger = false }: ActionFormProps) {
  return (
    <form method="post" action={action}>
      <CsrfField />
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button
        className={isDanger ? 'button quiet danger' : 'button quiet'}
        type="submit"
        name="intent"
        value={intent}
        aria-label={name}
      >
        {label}
      </button>
    </form>
  );
}

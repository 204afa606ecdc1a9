import { CsrfField } from '#app/ui/csrf-field.tsx';

type ActionFormProps = {
  intent: string;
  /** Hidden fields with the parameters of the intent. */
  fields: Record<string, string | number>;
  label: string;
  /** Accessible name, for pages with several buttons of the same label. */
  name: string;
  /** Path to post to; defaults to the page's own. */
  action?: string;
  isDanger?: boolean;
};

/** Renders a form that consists of one button. */
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

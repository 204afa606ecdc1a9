import { useTexts } from '#app/i18n/use-texts.ts';
import { PERMISSIONS } from '#app/schemas/shares.ts';

export function PermissionSelect({ id, value }: { id: string; value: string }) {
  const t = useTexts();
  return (
    <select id={id} name="permission" defaultValue={value}>
      {PERMISSIONS.toReversed().map((permission) => (
        <option key={permission} value={permission}>
          {t(`permission.${permission}`)}
        </option>
      ))}
    </select>
  );
}

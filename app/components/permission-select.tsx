import { PERMISSIONS } from '#app/schemas/shares.ts';
import { useTexts } from '#app/ui/use-texts.ts';

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

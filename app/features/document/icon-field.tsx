import { type ComponentType, type RefObject, useRef, useState } from 'react';

type PickerProps = { input: RefObject<HTMLInputElement | null>; onClose: () => void };
type IconFieldProps = { id: string; defaultValue?: string | undefined; className?: string; isWrong?: boolean };

/** Renders a field for an emoji: typed, or with JavaScript picked from a searchable list. */
export function IconField({ id, defaultValue, className, isWrong = false }: IconFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [Picker, setPicker] = useState<ComponentType<PickerProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    import('#app/features/document/browser/icon-picker.tsx').then(
      (module) => setPicker(() => module.IconPicker),
      (error: unknown) => console.warn('An icon is typed by hand:', error),
    );
  };
  return (
    <div className="icon-field">
      <input
        ref={input}
        id={id}
        name="icon"
        className={className}
        defaultValue={defaultValue}
        placeholder="🌱"
        maxLength={16}
        autoComplete="off"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onPointerDown={open}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown') open();
        }}
      />
      {Picker && isOpen ? <Picker input={input} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

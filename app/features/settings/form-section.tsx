import type { ReactNode } from 'react';
import { SettingsForm } from '#app/features/settings/settings-form.tsx';

type SectionProps = { id: string; title: string; errors: string[] | undefined; submit: string; children: ReactNode };

/** Renders a section with a form whose intent is the section's id. */
export function FormSection({ id, title, children, ...form }: SectionProps) {
  return (
    <section className="settings-section">
      <h2>{title}</h2>
      <SettingsForm intent={id} {...form}>
        {children}
      </SettingsForm>
    </section>
  );
}

import type { ReactNode } from 'react';

type TextWithLinkProps = {
  /** Builds the localized text around a placeholder for the link. */
  text: (placeholder: string) => string;
  /** The link. */
  children: ReactNode;
};

/** Renders a localized text that contains a link. */
export function TextWithLink({ text, children }: TextWithLinkProps) {
  const [before, after] = text(PLACEHOLDER).split(PLACEHOLDER);
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}

/** Private-use character that occurs in no text of the page. */
const PLACEHOLDER = '\uE000';

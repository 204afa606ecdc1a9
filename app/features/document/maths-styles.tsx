import mathsStyles from 'katex/dist/katex.min.css?url';

/** Renders the style sheet of formulas, with their fonts; only on pages that have one. */
export function MathsStyles({ wanted }: { wanted: boolean }) {
  return wanted ? <link rel="stylesheet" href={mathsStyles} precedence="default" /> : null;
}

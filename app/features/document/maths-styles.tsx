import mathsStyles from 'katex/dist/katex.min.css?url';

/** The style sheet of formulas, which brings their fonts: for pages that have a formula, and no others. */
export function MathsStyles({ wanted }: { wanted: boolean }) {
  return wanted ? <link rel="stylesheet" href={mathsStyles} precedence="default" /> : null;
}

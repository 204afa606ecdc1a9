import { readFileSync } from 'node:fs';

/** What both baselines answer: the rendered body of one document of the bench. */
export const bodyHtml = readFileSync(process.env.BASELINE_BODY!, 'utf8');

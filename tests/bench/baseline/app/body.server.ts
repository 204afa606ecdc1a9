import { readFileSync } from 'node:fs';

/** The response of both baselines: the rendered body of one benchmark document. */
export const bodyHtml = readFileSync(process.env.BASELINE_BODY!, 'utf8');

import { z } from 'zod';
import { AUDIT_AREAS, AUDIT_KINDS } from '#app/schemas/audit-kinds.ts';
import { keyword, paging } from '#app/schemas/documents.ts';

const KINDS = [...AUDIT_AREAS, ...AUDIT_KINDS] as const;

/** A calendar day as `YYYY-MM-DD` (UTC). */
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
const day = z.string().refine(isDay).optional().catch(undefined);

/** Filters of the audit log; unknown values fall back to the default. `kind` is an area or a single kind. */
export const auditQuery = paging.extend({
  person: keyword,
  kind: z.enum(KINDS).optional().catch(undefined),
  from: day,
  to: day,
});
export type AuditQuery = z.output<typeof auditQuery>;

import { z } from 'zod';
import { EXPORT_FORMATS, PDF_FORMATS } from '#app/schemas/export-formats.ts';
import { id } from '#app/schemas/text.ts';

/** Without a parent, documents become own roots. Files are received separately from the fields. */
export const importForm = z.object({ parentId: id().optional() });
export const importChoice = z.object({ importId: id() });

export const exportQuery = z.object({ format: z.enum([...EXPORT_FORMATS, ...PDF_FORMATS]).catch('md') });

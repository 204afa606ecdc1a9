/** Download formats of a document. */
export const EXPORT_FORMATS = ['md', 'html', 'zip', 'site'] as const;
/** Formats that require a configured Chromium. */
export const PDF_FORMATS = ['pdf', 'branch-pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS | typeof PDF_FORMATS)[number];

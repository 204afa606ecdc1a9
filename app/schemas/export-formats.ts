/** Forms in which a document is downloaded. */
export const EXPORT_FORMATS = ['md', 'html', 'zip', 'site'] as const;
/** Only where a Chromium is configured. */
export const PDF_FORMATS = ['pdf', 'branch-pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS | typeof PDF_FORMATS)[number];

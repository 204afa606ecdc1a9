/** Forms in which a document is downloaded. */
export const EXPORT_FORMATS = ['md', 'html', 'zip', 'site'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

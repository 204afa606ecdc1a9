/**
 * Accepted upload types by extension. `sniffed` lists the allowed byte signatures; without it the bytes must look like
 * text. Browsers may show only `inline` types; others are sent as attachments.
 */
export type FileType = { type: string; sniffed?: readonly string[]; inline?: true };

const zip = ['application/zip'];
const office = (type: string): FileType => ({
  type: `application/vnd.openxmlformats-officedocument.${type}`,
  sniffed: [...zip, `application/vnd.openxmlformats-officedocument.${type}`],
});
const openDocument = (type: string): FileType => ({
  type: `application/vnd.oasis.opendocument.${type}`,
  sniffed: [...zip, `application/vnd.oasis.opendocument.${type}`],
});
const legacy = (type: string): FileType => ({ type, sniffed: ['application/x-cfb'] });
const image = (type: string): FileType => ({ type, sniffed: [type], inline: true });
const binary = (type: string, ...sniffed: string[]): FileType => ({ type, sniffed: [type, ...sniffed] });
const text = (type: string): FileType => ({ type });

const TYPES: Record<string, FileType> = {
  png: { type: 'image/png', sniffed: ['image/png', 'image/apng'], inline: true },
  jpg: image('image/jpeg'),
  jpeg: image('image/jpeg'),
  gif: image('image/gif'),
  webp: image('image/webp'),
  avif: image('image/avif'),
  heic: binary('image/heic', 'image/heif'),
  bmp: binary('image/bmp'),
  tiff: binary('image/tiff'),
  tif: binary('image/tiff'),
  svg: text('image/svg+xml'),
  pdf: binary('application/pdf'),
  epub: { type: 'application/epub+zip', sniffed: [...zip, 'application/epub+zip'] },
  docx: office('wordprocessingml.document'),
  xlsx: office('spreadsheetml.sheet'),
  pptx: office('presentationml.presentation'),
  odt: openDocument('text'),
  ods: openDocument('spreadsheet'),
  odp: openDocument('presentation'),
  doc: legacy('application/msword'),
  xls: legacy('application/vnd.ms-excel'),
  ppt: legacy('application/vnd.ms-powerpoint'),
  rtf: { type: 'application/rtf', sniffed: ['application/rtf', 'text/rtf'] },
  zip: { type: 'application/zip', sniffed: zip },
  gz: binary('application/gzip'),
  tar: binary('application/x-tar'),
  '7z': binary('application/x-7z-compressed'),
  mp3: binary('audio/mpeg'),
  m4a: binary('audio/mp4', 'audio/x-m4a', 'video/mp4'),
  ogg: binary('audio/ogg', 'application/ogg', 'video/ogg'),
  opus: binary('audio/ogg', 'audio/ogg; codecs=opus', 'application/ogg'),
  wav: binary('audio/wav', 'audio/vnd.wave'),
  flac: binary('audio/flac', 'audio/x-flac'),
  mp4: binary('video/mp4', 'video/x-m4v'),
  mov: binary('video/quicktime'),
  webm: binary('video/webm', 'video/matroska', 'video/x-matroska'),
  txt: text('text/plain'),
  log: text('text/plain'),
  md: text('text/markdown'),
  markdown: text('text/markdown'),
  csv: text('text/csv'),
  tsv: text('text/tab-separated-values'),
  json: text('application/json'),
  yaml: text('application/yaml'),
  yml: text('application/yaml'),
  toml: text('application/toml'),
  xml: text('application/xml'),
  html: text('text/html'),
  htm: text('text/html'),
  css: text('text/css'),
  js: text('text/javascript'),
  ts: text('text/plain'),
  py: text('text/plain'),
  ics: text('text/calendar'),
  vcf: text('text/vcard'),
};

/** Returns the type of an extension, with or without dot, ignoring case; undefined if not accepted. */
export function fileTypeOf(ext: string): FileType | undefined {
  const name = cleanExt(ext);
  return Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
}

export const cleanExt = (ext: string) => ext.trim().replace(/^\./, '').toLowerCase();

/** Value of `<input accept>`. */
export const ACCEPTED_ENDINGS = Object.keys(TYPES).map((name) => `.${name}`);
/** Extensions of images that are displayed. */
export const PICTURE_ENDINGS = ACCEPTED_ENDINGS.filter((ending) => fileTypeOf(ending)?.inline);

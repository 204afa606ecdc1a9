import { buildZip } from '#tests/support/zip.ts';

const CONTENT_TYPES = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TOP = `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`;
const NAMESPACES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`;
const CORE = `<cp:coreProperties xmlns:cp="x" xmlns:dc="y" xmlns:dcterms="z"><dc:creator>Ada L</dc:creator><dcterms:created>2020-01-02T03:04:05Z</dcterms:created><dcterms:modified>2021-01-02T03:04:05Z</dcterms:modified></cp:coreProperties>`;

type Parts = { body: string; picture?: Buffer; more?: { path: string; text: string | Buffer }[] };

export const paragraph = (text: string, properties = '') => `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`;
export const heading = (text: string, level = 1) =>
  paragraph(text, `<w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr>`);
export const PICTURE = `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="A leaf"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:embed="rPic"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

/** Builds a Word document of these paragraphs, with the parts it needs. */
export function buildWordFile({ body, picture, more = [] }: Parts): Buffer {
  const style = (level: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`;
  const pictures = picture ? [{ path: 'word/media/image1.png', text: picture }] : [];
  return buildZip([
    { path: '[Content_Types].xml', text: CONTENT_TYPES },
    { path: '_rels/.rels', text: TOP },
    { path: 'docProps/core.xml', text: CORE },
    { path: 'word/document.xml', text: `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>` },
    { path: 'word/styles.xml', text: `<w:styles ${NAMESPACES}>${style(1)}${style(2)}</w:styles>` },
    {
      path: 'word/_rels/document.xml.rels',
      text: `<Relationships xmlns="${RELATIONS}"><Relationship Id="rStyles" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rPic" Type="${OFFICE}/image" Target="media/image1.png"/></Relationships>`,
    },
    ...pictures,
    ...more,
  ]);
}

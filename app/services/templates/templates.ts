import { AppError } from '#app/errors.ts';
import { rewriteLinks } from '#app/markdown/rewrite-links.ts';
import { requireAccess } from '#app/services/access/document-access.ts';
import type { Actor } from '#app/services/actor.ts';
import { insertDocument, placeBelow } from '#app/services/documents/create-document.ts';
import { destinationsOf } from '#app/services/documents/destinations-of.ts';
import { prepareNewText } from '#app/services/documents/document-text.ts';
import { idForForm } from '#app/services/documents/form-document-id.ts';
import { renderText } from '#app/services/documents/render-text.ts';
import { copyBytes, copyFiles, planFileCopies } from '#app/services/files/copy-files.ts';
import { getMailSettings } from '#app/services/notifications/mail-choices.ts';
import { BUILT_IN, type BuiltInTemplate } from '#app/services/templates/built-in.ts';
import { dateText, fillPlaceholders, fillTitle, type Placeholders } from '#app/services/templates/fill-placeholders.ts';
import { inTransaction } from '#db/connection.ts';
import { findTemplate, findTemplates } from '#db/queries/templates.ts';

/** A template in a list. `kind` is its origin, `name` its label, `title` the new document's title with placeholders. */
export type TemplateEntry = {
  id: string;
  name: string;
  title: string;
  icon: string | null;
  kind: 'own' | 'everyone' | 'arbor';
};
/** A template with today's values, rendered and sanitised. */
export type TemplatePreview = TemplateEntry & { html: string };

type Template = TemplateEntry & { content: string };
type Language = keyof BuiltInTemplate['texts'];

/** Lists templates for a new document: the actor's own, everyone's, and the built-in ones. */
export async function listTemplates(actor: Actor, language: Language): Promise<TemplateEntry[]> {
  const rows = (await findTemplates({ me: actor.id })).map(({ ownerId, isForEveryone, ...row }) => ({
    ...row,
    name: withoutPlaceholders(row.title),
    kind: Number(isForEveryone) === 1 ? ('everyone' as const) : ('own' as const),
  }));
  const along = BUILT_IN.map((template) => builtIn(template, language)).map(({ content: _, ...entry }) => entry);
  return [...rows.filter(({ kind }) => kind === 'own'), ...rows.filter(({ kind }) => kind === 'everyone'), ...along];
}

/** Replaces placeholders by an ellipsis, for lists. */
const withoutPlaceholders = (title: string) => title.replace(/\{\{\s*\w+\s*\}\}/g, '…').trim();

const builtIn = ({ id, icon, texts }: BuiltInTemplate, language: Language): Template => ({
  id,
  icon,
  kind: 'arbor',
  ...texts[language],
});

/** Returns a template offered to the actor. Throws `notFound`. */
async function getTemplate(actor: Actor, id: string, language: Language): Promise<Template> {
  const along = BUILT_IN.find((template) => template.id === id);
  if (along) return builtIn(along, language);
  const [row] = await findTemplate({ id, me: actor.id });
  if (!row) throw new AppError('notFound');
  const { title, icon, content, isForEveryone } = row;
  return {
    id,
    name: withoutPlaceholders(title),
    title,
    icon,
    content,
    kind: Number(isForEveryone) === 1 ? 'everyone' : 'own',
  };
}

async function valuesFor(actor: Actor, language: Language): Promise<Omit<Placeholders, 'title'>> {
  const { timeZone } = await getMailSettings(actor);
  return { date: dateText(language, timeZone), person: actor.displayName ?? actor.email.split('@')[0]! };
}

/** Renders a template with today's values. Throws `notFound`. */
export async function previewTemplate(actor: Actor, id: string, language: Language): Promise<TemplatePreview> {
  const { content, ...entry } = await getTemplate(actor, id, language);
  const values = await valuesFor(actor, language);
  const title = fillTitle(entry.title, values);
  const { html } = await renderText(actor.id, fillPlaceholders(content, { ...values, title }));
  return { ...entry, title, html };
}

type Use = { templateId: string; title: string; parentId: string | null; key?: string | undefined };

/**
 * Creates a document from a template, with copies of its files, and returns its id. Without a title, the template's is
 * used. A form posted again returns the unchanged document of its first post. Throws `notFound`, and the errors of
 * creating a document and of copying files.
 */
export async function createFromTemplate(actor: Actor, use: Use, language: Language): Promise<string> {
  const place = use.parentId === null ? null : await requireAccess(actor, use.parentId, 'addChild');
  const template = await getTemplate(actor, use.templateId, language);
  const values = await valuesFor(actor, language);
  const title = use.title || fillTitle(template.title, values) || template.title;
  const files = template.kind === 'arbor' ? null : await planFileCopies([template.id]);
  const filled = fillPlaceholders(template.content, { ...values, title });
  const content = files ? await withCopies(actor, filled, files.idOf) : filled;
  const text = await prepareNewText(actor.id, content);
  if (files) await copyBytes(files, place?.ownerId ?? actor.id);
  return inTransaction(async () => {
    const { siblings } = await placeBelow(actor, use.parentId);
    const { id, isMade } = await idForForm(actor, { ...use, values: [use.templateId, title] });
    if (isMade) return id;
    await insertDocument(actor, { id, title, icon: template.icon, text, siblings });
    const documentOf = new Map([[template.id, id]]);
    if (files) await copyFiles(files, { ownerId: siblings.ownerId, uploaderId: actor.id, documentOf });
    return id;
  });
}

/** Points links to files of the template to their copies. */
async function withCopies(actor: Actor, content: string, idOf: Map<string, string>): Promise<string> {
  if (idOf.size === 0) return content;
  return rewriteLinks(content, await destinationsOf(actor.id, content), (url) => {
    const [, source = '', rest] = /^\/api\/files\/(c[a-z0-9]{23})(.*)$/.exec(url) ?? [];
    const copy = idOf.get(source);
    return copy ? `/api/files/${copy}${rest}` : null;
  });
}

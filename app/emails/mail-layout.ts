import type { Mail } from '#app/adapters/mailer.ts';
import type { Language } from '#app/i18n/language.ts';
import { hasRightToLeft } from '#app/i18n/right-to-left.ts';
import { translator } from '#app/i18n/translations.ts';

type Content = {
  to: string;
  lng: Language;
  subject: string;
  /** Paragraphs of plain text, in order. */
  before: string[];
  code?: string;
  link?: MailLink;
  /** Several items, each with a link. */
  sections?: MailSection[];
  after?: (string | MailLink)[];
  /** Address that stops mails of this kind. */
  unsubscribeUrl?: string;
  /** Message id that this mail replies to. */
  references?: string;
};
export type MailLink = { url: string; label: string };
/** `aside` is a second, less prominent link. */
export type MailSection = MailLink & { lines: string[]; aside?: MailLink };

/** Renders a mail as text and HTML. In the text part the code is on its own line. */
export function layOutMail(content: Content): Mail {
  const { to, lng, subject, before, code, link, sections = [], after = [], unsubscribeUrl, references } = content;
  const t = translator(lng);
  const footer = t('mail.footer');
  const stop = unsubscribeUrl ? { label: t('mail.unsubscribe'), url: unsubscribeUrl } : null;
  const written = (part: string | MailLink) =>
    typeof part === 'string' ? part : t('phrase.labelled', { label: part.label, value: part.url });
  const parts = sections.map(({ url, lines, aside }) =>
    [...lines, url, ...(aside ? [written(aside)] : [])].join('\n\n'),
  );
  const end = [...after.map(written), footer, stop && written(stop)];
  const text = [...before, code, link?.url, ...parts, ...end].filter(Boolean).join('\n\n');
  const html = `<!doctype html><html lang="${lng}"><body style="margin:0;padding:32px 16px;background:#f7f6f1;color:#26302a;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:30rem;margin:0 auto;padding:32px;background:#fff;border:1px solid #e3e1d8;border-radius:16px">
<p style="margin:0 0 24px;font-weight:650;color:#2c6e49">${escapeHtml(t('mail.name'))}</p>
${before.map(paragraph).join('\n')}
${code ? `<p style="margin:24px 0;font:600 28px/1.2 ui-monospace,monospace;letter-spacing:.15em">${code}</p>` : ''}
${link ? `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 20px;border-radius:10px;background:#2c6e49;color:#fff;text-decoration:none">${escapeHtml(link.label)}</a></p>` : ''}
${sections.map(sectionHtml).join('\n')}
${after.map((part) => (typeof part === 'string' ? paragraph(part) : `<p style="margin:0 0 16px">${quietLink(part)}</p>`)).join('\n')}
<p style="margin:24px 0 0;font-size:13px;color:#6c756e">${escapeHtml(footer)}${stop ? `<br>${quietLink(stop)}` : ''}</p>
</div></body></html>`;
  const extras = {
    ...(code ? { code } : {}),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    ...(references ? { references } : {}),
  };
  return { to, subject: subject.replace(/[\r\n]+/g, ' '), text: `${text}\n`, html, ...extras };
}

const quietLink = ({ url, label }: MailLink) =>
  `<a href="${escapeHtml(url)}" style="font-size:13px;color:#6c756e">${escapeHtml(label)}</a>`;

/**
 * A paragraph in the direction of its letters, as people write some of them. Names inside it are set apart
 * (`mail-texts.ts`).
 */
const paragraph = (content: string) =>
  `<p${hasRightToLeft(content) ? ' dir="auto"' : ''} style="margin:0 0 16px;white-space:pre-line">${escapeHtml(content)}</p>`;

function sectionHtml({ url, label, lines, aside }: MailSection): string {
  const link = `<a href="${escapeHtml(url)}" style="color:#2c6e49">${escapeHtml(label)}</a>`;
  const more = aside ? `<br>${quietLink(aside)}` : '';
  const open = link + more;
  return `<div style="margin:0 0 24px;padding:0 0 8px;border-bottom:1px solid #e3e1d8">${lines.map(paragraph).join('')}<p style="margin:0 0 16px">${open}</p></div>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

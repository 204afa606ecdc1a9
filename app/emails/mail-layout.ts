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
  link?: { url: string; label: string };
  /** Several items, each with a link. */
  sections?: MailSection[];
  after?: string[];
  /** Address that stops mails of this kind. */
  unsubscribeUrl?: string;
  /** Message id that this mail replies to. */
  references?: string;
};
/** `aside` is a second, less prominent link. */
export type MailSection = { url: string; label: string; lines: string[]; aside?: { url: string; label: string } };

/** Renders a mail as text and HTML. In the text part the code is on its own line. */
export function layOutMail(content: Content): Mail {
  const { to, lng, subject, before, code, link, sections = [], after = [], unsubscribeUrl, references } = content;
  const t = translator(lng);
  const footer = t('mail.footer');
  const stop = unsubscribeUrl ? `${t('mail.unsubscribe')} ${unsubscribeUrl}` : null;
  const parts = sections.map(({ url, lines, aside }) =>
    [...lines, url, ...(aside ? [`${aside.label}: ${aside.url}`] : [])].join('\n\n'),
  );
  const text = [...before, code, link?.url, ...parts, ...after, footer, stop].filter(Boolean).join('\n\n');
  const html = `<!doctype html><html lang="${lng}"><body style="margin:0;padding:32px 16px;background:#f7f6f1;color:#26302a;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:30rem;margin:0 auto;padding:32px;background:#fff;border:1px solid #e3e1d8;border-radius:16px">
<p style="margin:0 0 24px;font-weight:650;color:#2c6e49">${escapeHtml(t('mail.name'))}</p>
${before.map(paragraph).join('\n')}
${code ? `<p style="margin:24px 0;font:600 28px/1.2 ui-monospace,monospace;letter-spacing:.15em">${code}</p>` : ''}
${link ? `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 20px;border-radius:10px;background:#2c6e49;color:#fff;text-decoration:none">${escapeHtml(link.label)}</a></p>` : ''}
${sections.map(sectionHtml).join('\n')}
${after.map(paragraph).join('\n')}
<p style="margin:24px 0 0;font-size:13px;color:#6c756e">${escapeHtml(footer)}${unsubscribeUrl ? ` <a href="${escapeHtml(unsubscribeUrl)}" style="color:#6c756e">${escapeHtml(t('mail.unsubscribe'))}</a>` : ''}</p>
</div></body></html>`;
  const extras = {
    ...(code ? { code } : {}),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    ...(references ? { references } : {}),
  };
  return { to, subject: subject.replace(/[\r\n]+/g, ' '), text: `${text}\n`, html, ...extras };
}

/** A paragraph in the direction of its letters, as people write some of them. Names inside it are set apart (`mail-texts.ts`). */
const paragraph = (content: string) =>
  `<p${hasRightToLeft(content) ? ' dir="auto"' : ''} style="margin:0 0 16px;white-space:pre-line">${escapeHtml(content)}</p>`;

function sectionHtml({ url, label, lines, aside }: MailSection): string {
  const link = `<a href="${escapeHtml(url)}" style="color:#2c6e49">${escapeHtml(label)}</a>`;
  const more = aside
    ? `<br><a href="${escapeHtml(aside.url)}" style="font-size:13px;color:#6c756e">${escapeHtml(aside.label)}</a>`
    : '';
  const open = link + more;
  return `<div style="margin:0 0 24px;padding:0 0 8px;border-bottom:1px solid #e3e1d8">${lines.map(paragraph).join('')}<p style="margin:0 0 16px">${open}</p></div>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

import type { Mail } from '#app/adapters/mailer.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

type Content = {
  to: string;
  lng: Language;
  subject: string;
  /** Paragraphs of plain text, in order. */
  before: string[];
  code?: string;
  link?: { url: string; label: string };
  after?: string[];
};

/** Renders a mail as text and HTML. In the text part the code has a line of its own. */
export function layOutMail({ to, lng, subject, before, code, link, after = [] }: Content): Mail {
  const footer = translator(lng)('mail.footer');
  const text = [...before, code, link?.url, ...after, footer].filter(Boolean).join('\n\n');
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${escapeHtml(content)}</p>`;
  const html = `<!doctype html><html lang="${lng}"><body style="margin:0;padding:32px 16px;background:#f7f6f1;color:#26302a;font:16px/1.6 system-ui,sans-serif">
<div style="max-width:30rem;margin:0 auto;padding:32px;background:#fff;border:1px solid #e3e1d8;border-radius:16px">
<p style="margin:0 0 24px;font-weight:650;color:#2c6e49">Arbor</p>
${before.map(paragraph).join('\n')}
${code ? `<p style="margin:24px 0;font:600 28px/1.2 ui-monospace,monospace;letter-spacing:.15em">${code}</p>` : ''}
${link ? `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 20px;border-radius:10px;background:#2c6e49;color:#fff;text-decoration:none">${escapeHtml(link.label)}</a></p>` : ''}
${after.map(paragraph).join('\n')}
<p style="margin:24px 0 0;font-size:13px;color:#6c756e">${escapeHtml(footer)}</p>
</div></body></html>`;
  return { to, subject: subject.replace(/[\r\n]+/g, ' '), text: `${text}\n`, html, ...(code ? { code } : {}) };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

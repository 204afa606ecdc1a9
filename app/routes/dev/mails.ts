import type { LoaderFunctionArgs } from 'react-router';
import { LANGUAGES } from '#app/i18n/language.ts';
import { getLanguage } from '#app/i18n/server/language-middleware.ts';
import { previewMails } from '#app/services/mail/preview-mails.ts';

/** Shows every mail with example values: `/dev/mails?mail=share&lng=zh`. Only on the development server. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const mails = previewMails(getLanguage(context));
  const name = new URL(request.url).searchParams.get('mail');
  const mail = name === null ? undefined : mails[name];
  const html = mail ? mail.html : listOf(Object.entries(mails).map(([each, { subject }]) => [each, subject]));
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

function listOf(mails: string[][]): string {
  const rows = mails.map(([name, subject]) => {
    const links = LANGUAGES.map((lng) => `<a href="?mail=${name}&amp;lng=${lng}">${lng}</a>`);
    return `<li>${name}: ${subject!.replaceAll('<', '&lt;')} (${links.join(', ')})</li>`;
  });
  return `<!doctype html><title>Mails</title><h1>Mails</h1><ul>${rows.join('')}</ul>`;
}

import { textLanguage } from '#app/i18n/text-language.ts';

const HAN = /\p{Script=Han}/u;

/**
 * Marks emphasis without Chinese characters in a Chinese text as of another language: it is set in italics there, not with a
 * dot under each letter. Takes and returns HTML.
 */
export function markLatinEmphasis(html: string): string {
  if (!html.includes('<em>') || textLanguage(html) !== 'zh') return html;
  return html.replace(/<em>([^<]*)<\/em>/g, (whole, text: string) =>
    HAN.test(text) ? whole : `<em lang="und">${text}</em>`,
  );
}

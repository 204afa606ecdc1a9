import { textLanguage } from '#app/i18n/text-language.ts';

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Marks emphasis in another script than its text. Latin emphasis in a Chinese text is set in italics, and Chinese
 * emphasis in a Latin text with a dot under each character. Takes and returns HTML.
 */
export function markEmphasis(html: string): string {
  if (!html.includes('<em>')) return html;
  const language = textLanguage(html);
  if (language === 'ja') return html;
  return html.replace(/<em>([^<]*)<\/em>/g, (whole, text: string) => {
    const isHan = HAN.test(text);
    if (language === 'zh') return isHan ? whole : `<em lang="und">${text}</em>`;
    return isHan && !KANA.test(text) ? `<em lang="zh">${text}</em>` : whole;
  });
}

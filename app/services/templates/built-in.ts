import { ENGLISH } from '#app/services/templates/built-in-en.ts';
import { CHINESE } from '#app/services/templates/built-in-zh.ts';

export type TemplateText = { name: string; title: string; content: string };
export type BuiltInName = keyof typeof ENGLISH;
/** A built-in template. It is not a document. */
export type BuiltInTemplate = { id: string; icon: string; texts: { en: TemplateText; zh: TemplateText } };

const ICONS: Record<BuiltInName, string> = {
  meeting: '🗣️',
  decision: '⚖️',
  project: '🎯',
  week: '🗓️',
  howto: '🧭',
  retrospective: '🔁',
  reading: '📖',
  travel: '🧳',
  recipe: '🍲',
  diary: '✍️',
};

export const BUILT_IN: BuiltInTemplate[] = (Object.keys(ICONS) as BuiltInName[]).map((name) => ({
  id: `arbor-${name}`,
  icon: ICONS[name],
  texts: { en: ENGLISH[name], zh: CHINESE[name] },
}));

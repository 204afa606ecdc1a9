import { HOME_ENGLISH } from '#app/services/templates/home-templates-en.ts';
import { HOME_CHINESE } from '#app/services/templates/home-templates-zh.ts';
import type { TemplateText } from '#app/services/templates/template-text.ts';
import { WORK_ENGLISH } from '#app/services/templates/work-templates-en.ts';
import { WORK_CHINESE } from '#app/services/templates/work-templates-zh.ts';

const ENGLISH = { ...WORK_ENGLISH, ...HOME_ENGLISH };
const CHINESE = { ...WORK_CHINESE, ...HOME_CHINESE };

type BuiltInName = keyof typeof ENGLISH;
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

import type { i18n, TFunction } from 'i18next';

const known = new WeakMap<i18n, TFunction>();

/**
 * The texts of an instance whose language does not change: each is looked up once, and values are put into it here.
 * By i18next that was one part in fourteen of a document page; plurals (`count`) and default values are left to it.
 */
export function rememberedTexts(i18n: i18n): TFunction {
  const found = known.get(i18n);
  if (found) return found;
  const texts = new Map<string, string>();
  const lookUp = (key: string) => {
    const text = i18n.t(key as 'form.save', { skipInterpolation: true });
    texts.set(key, text);
    return text;
  };
  const t = (key: string, values?: Record<string, unknown>) => {
    if (values && ('count' in values || 'defaultValue' in values)) return i18n.t(key as 'form.save', values);
    const text = texts.get(key) ?? lookUp(key);
    return values ? text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? '')) : text;
  };
  known.set(i18n, t as TFunction);
  return t as TFunction;
}

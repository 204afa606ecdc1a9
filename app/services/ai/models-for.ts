import type { AiConfig } from '#app/config/config-type.server.ts';
import type { AiAction } from '#app/schemas/ai-actions.ts';

/** Returns the models for an action, in the order in which they are tried. */
export function modelsFor({ model, fallbacks, byAction }: AiConfig, action: AiAction): string[] {
  return [...new Set([...(byAction.get(action) ?? [model]), ...fallbacks])];
}

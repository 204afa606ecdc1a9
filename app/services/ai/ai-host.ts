import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';

/** Returns the displayable host that receives texts for AI; null if AI is not configured. */
export function aiHost(): string | null {
  const { ai } = config();
  return ai ? new URL(ai.baseUrl).host : null;
}

/** Like `aiHost`, but throws `notFound` without AI. */
export function requireAiHost(): string {
  const host = aiHost();
  if (host === null) throw new AppError('notFound');
  return host;
}

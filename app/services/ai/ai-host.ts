import { config } from '#app/config.server.ts';
import { AppError } from '#app/errors.ts';

/** Where texts go when someone asks for it, as a person can read it; null where no AI is configured. */
export function aiHost(): string | null {
  const { ai } = config();
  return ai ? new URL(ai.baseUrl).host : null;
}

/** The same, where the way leads nowhere without it. Throws `notFound`. */
export function requireAiHost(): string {
  const host = aiHost();
  if (host === null) throw new AppError('notFound');
  return host;
}

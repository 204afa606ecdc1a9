import { errorPage } from '#app/http/errors/throwable-page.ts';
import { aiHost } from '#app/services/ai/ai-host.ts';

/** Like `aiHost`, but throws the page that says that this installation has no AI service. */
export function requireAiPage(): string {
  const host = aiHost();
  if (host === null) throw errorPage({ error: 'noAi' }, 404);
  return host;
}

import type { RequestHandler } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { config } from '#app/config.server.ts';
import { ERROR_CODES } from '#app/errors.ts';
import { countedAddress } from '#app/http/request/client-address.ts';
import { acceptedLanguage, FALLBACK_LANGUAGE, type Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';

/** Whatever is asked: 300 in ten seconds from one address. Each process guards its own time, so it counts in memory. */
const overall = new RateLimiterMemory({ points: 300, duration: 10 });

/** Answers 429 ahead of everything that costs: the envelope for the API, one sentence for a page. */
export const overallLimit: RequestHandler = async (request, response, next) => {
  if (!config().rateLimit) return next();
  try {
    await overall.consume(countedAddress(request.ip));
  } catch (rejection) {
    const count = Math.max(1, Math.ceil((rejection as RateLimiterRes).msBeforeNext / 1000));
    const lng = acceptedLanguage(request.headers['accept-language']) ?? FALLBACK_LANGUAGE;
    const message = translator(lng)('errors.requestTooFrequent', { wait: seconds(lng, count) });
    response.status(429).set({ 'Retry-After': String(count), 'Cache-Control': 'no-store' });
    if (request.path.startsWith('/api/')) response.json({ statusCode: ERROR_CODES.requestTooFrequent, message });
    else response.type('text/plain; charset=utf-8').send(message);
    return;
  }
  next();
};

const seconds = (lng: Language, count: number) =>
  new Intl.NumberFormat(lng, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(count);

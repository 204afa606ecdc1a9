import type { RequestHandler } from 'express';

/**
 * Encodes the percent signs of segments that cannot be decoded, so that a route gets such a segment as it is. React
 * Router gives it the same, but prints the path with `console.warn`.
 */
export const readablePath: RequestHandler = (request, _response, next) => {
  const [path = '', ...rest] = request.url.split('?');
  const readable = path.split('/').map(readableSegment).join('/');
  if (readable !== path) {
    request.url = [readable, ...rest].join('?');
    request.originalUrl = request.url;
  }
  next();
};

const readableSegment = (segment: string) => (decoded(segment) === null ? segment.replaceAll('%', '%25') : segment);

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

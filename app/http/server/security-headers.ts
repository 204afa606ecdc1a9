import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';
import { config } from '#app/config.server.ts';
import { formTargetOf } from '#app/http/oauth/authorization.ts';
import { newNonce } from '#app/http/response-cache/page-nonce.ts';
import { listProviderOrigins } from '#app/services/providers/begin-provider-sign-in.ts';

/** Creates the nonce of the response's Content-Security-Policy, and its salt. */
export const nonce: RequestHandler = (_request, response, next) => {
  Object.assign(response.locals, newNonce());
  next();
};

const nonceSource = (_request: unknown, response: unknown) =>
  `'nonce-${(response as { locals: { nonce: string } }).locals.nonce}'`;

function storageOrigins(): string[] {
  const { s3 } = config();
  if (!s3) return [];
  return [s3.endpoint ? new URL(s3.endpoint).origin : `https://${s3.bucket}.s3.${s3.region}.amazonaws.com`];
}

/** Returns the origins that receive error reports. The reporting script itself is served by Arbor. */
function reportingOrigins(): string[] {
  const { sentryDsn } = config();
  return sentryDsn ? [new URL(sentryDsn).origin] : [];
}

/** Returns our own origin, and on a page of consent the client's, as its form redirects there. */
function ownFormTargets(request: IncomingMessage): string {
  const { originalUrl, protocol, headers } = request as Request;
  if (!originalUrl.startsWith('/oauth/authorize?')) return "'self'";
  const origin = config().appUrl ?? `${protocol}://${headers.host}`;
  const asked = URL.parse(originalUrl, origin);
  const target = asked && formTargetOf(asked, origin);
  return target ? `'self' ${target}` : "'self'";
}

/** Origins of foreign images: none with the image proxy, else all of https. */
export const foreignPictureSources = () => (config().pictureProxy ? [] : ['https:']);

/**
 * Sets the security headers of every response. Scripts run by nonce only. `same-origin` instead of `no-referrer`, with
 * which browsers would post forms with `Origin: null`.
 */
export function securityHeaders(): RequestHandler {
  const isHttps = config().appUrl?.startsWith('https:') ?? false;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", nonceSource],
        styleSrc: ["'self'"],
        // In development Vite injects styles and uses a WebSocket.
        styleSrcElem: import.meta.env.DEV ? ["'self'", "'unsafe-inline'"] : ["'self'", nonceSource],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:', ...foreignPictureSources()],
        // With S3 the browser uploads files directly.
        connectSrc: ["'self'", ...storageOrigins(), ...reportingOrigins(), ...(import.meta.env.DEV ? ['ws:'] : [])],
        // Vite's script waits for a server that starts again in a worker of its own.
        ...(import.meta.env.DEV ? { workerSrc: ["'self'", 'blob:'] } : {}),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        // Signing in with a provider posts a form that redirects there, and browsers check redirects against this list.
        formAction: [ownFormTargets, ...listProviderOrigins()],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  });
}

import type { RequestHandler } from 'express';
import { findAsset, prepareBranding } from '#app/services/branding/branding.ts';

/** Draws the assets when the process starts. Throws a ConfigError. */
export const prepareAssets = (): Promise<void> => prepareBranding();

const YEAR_SECONDS = 31_536_000;

/**
 * Sends the installation's logo and accent. Their names change with their content, so browsers keep them. During a
 * rolling restart another process may have another one, so that an unknown name is not remembered.
 */
export const brandingAssets: RequestHandler = (request, response) => {
  const asset = findAsset(String(request.params.name));
  if (!asset || !['GET', 'HEAD'].includes(request.method)) {
    response
      .status(asset ? 405 : 404)
      .set('Cache-Control', 'no-store')
      .end();
    return;
  }
  response.set({
    'Content-Type': asset.type === 'text/css' ? 'text/css; charset=utf-8' : asset.type,
    'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
    'X-Content-Type-Options': 'nosniff',
  });
  response.send(asset.bytes);
};

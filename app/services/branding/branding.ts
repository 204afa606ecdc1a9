import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigError, config } from '#app/config.server.ts';
import { log } from '#app/observability/log.ts';
import { accentShades, accentStyles } from '#app/services/branding/accent-shades.ts';
import { inlineTypeOfFile } from '#app/services/files/inspect-upload.ts';
import { openPicture } from '#app/services/files/open-picture.ts';

/** Sides in pixels: the largest displayed size at four pixels per CSS pixel. */
const [WIDTH, HEIGHT] = [640, 128];

type Asset = { type: string; bytes: Buffer };
export type SiteLogo = { light: string; dark: string; ratio: number };
/** Addresses of the logo by theme and of the accent's style sheet. They change with their content. */
export type Branding = { logo: SiteLogo | null; accent: string | null };

export const BRANDING_PATH = '/branding';

const assets = new Map<string, Asset>();
let branding: Branding = { logo: null, accent: null };

export const getBranding = (): Branding => branding;

/** Finds an asset by the name in its address. */
export const findAsset = (name: string): Asset | null => assets.get(name) ?? null;

/**
 * Draws the logo and derives the shades of the accent, when the process starts. The logo is re-encoded, which drops
 * everything but its pixels. Throws a ConfigError that names the variable of a file that is no picture.
 */
export async function prepareBranding(): Promise<void> {
  const { logo, accentColor } = config();
  assets.clear();
  const accent = accentColor
    ? keep('accent', 'css', { type: 'text/css', bytes: Buffer.from(accentStyles(accentColor)) })
    : null;
  branding = { logo: logo && (await drawLogos(logo)), accent };
  const shades = accentColor ? accentShades(accentColor) : null;
  if (shades?.isAdjusted)
    log.info(
      { event: 'accent-adjusted', chosen: accentColor, light: shades.light.leaf, dark: shades.dark.leaf },
      'ACCENT_COLOR is drawn darker or lighter, as text needs contrast',
    );
}

async function drawLogos({ light, dark }: { light: string; dark: string | null }): Promise<SiteLogo> {
  const drawn = await draw('LOGO_FILE', light);
  const address = keep('logo', 'webp', drawn);
  const inDark = dark ? keep('logo-dark', 'webp', await draw('LOGO_FILE_DARK', dark)) : address;
  return { light: address, dark: inDark, ratio: drawn.ratio };
}

async function draw(variable: string, path: string): Promise<Asset & { ratio: number }> {
  const refusal = (cause?: unknown) =>
    new ConfigError(`${variable}: got ${JSON.stringify(path)}, takes a picture in PNG, JPEG, WebP, AVIF or GIF`, {
      cause,
    });
  if (!(await inlineTypeOfFile(path))) throw refusal();
  try {
    const picture = (await openPicture(await readFile(path))).autoOrient();
    const fitted = picture.resize({ width: WIDTH, height: HEIGHT, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await fitted.webp({ quality: 90 }).toBuffer({ resolveWithObject: true });
    return { type: 'image/webp', bytes: data, ratio: Math.round((100 * info.width) / info.height) / 100 };
  } catch (cause) {
    throw refusal(cause);
  }
}

/** Stores an asset. Returns its address. */
function keep(name: string, ext: string, { type, bytes }: Asset): string {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
  const file = `${name}.${hash}.${ext}`;
  assets.set(file, { type, bytes });
  return `${BRANDING_PATH}/${file}`;
}

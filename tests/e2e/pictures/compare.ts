import sharp from 'sharp';

/** Scale of an accepted picture: at a quarter, letters are grey and the edges of a rasteriser vanish. */
const SCALE = 4;
/** Difference of a channel, 0 to 255, from which on a pixel counts. */
const NOTICEABLE = 24;

/** Reduces a screenshot to the accepted size and colours. Returns a PNG. */
export async function reduce(screenshot: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(screenshot).metadata();
  return sharp(screenshot)
    .resize(Math.ceil(width / SCALE), Math.ceil(height / SCALE), { fit: 'fill' })
    .png({ palette: true, colours: 128 })
    .toBuffer();
}

/** Returns the share of pixels, in per cent, in which two reduced pictures differ; 100 for another size. */
export async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [first, second] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  if (first.info.width !== second.info.width || first.info.height !== second.info.height) return 100;
  let differing = 0;
  for (let at = 0; at < first.data.length; at += 3) if (isOther(first.data, second.data, at)) differing += 1;
  return (300 * differing) / first.data.length;
}

const isOther = (one: Buffer, other: Buffer, at: number) =>
  [0, 1, 2].some((channel) => Math.abs(one[at + channel]! - other[at + channel]!) > NOTICEABLE);

/** Blurred a little, as a letter may be drawn a pixel beside its place on another machine. */
const pixelsOf = (picture: Buffer) => sharp(picture).removeAlpha().blur(1).raw().toBuffer({ resolveWithObject: true });

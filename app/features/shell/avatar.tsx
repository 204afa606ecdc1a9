import { fileInUrl } from '#app/schemas/file-url.ts';

type AvatarProps = {
  /** A name, or the address where there is none. */
  name: string;
  imageUrl: string | null;
  /** `large` where the picture itself is meant. */
  size?: 'large';
};

/** A person's picture beside their name, which says the same; the first letter while there is none. */
export function Avatar({ name, imageUrl, size }: AvatarProps) {
  const src = imageUrl && fileInUrl(imageUrl) && !size ? `${imageUrl}?w=96` : imageUrl;
  return (
    <span className={size ? `avatar ${size}` : 'avatar'} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
      {src ? <img src={src} alt="" referrerPolicy="no-referrer" /> : null}
    </span>
  );
}

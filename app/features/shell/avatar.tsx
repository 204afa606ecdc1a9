import { fileInUrl } from '#app/schemas/file-url.ts';

type AvatarProps = {
  /** A name, or the e-mail address without one. */
  name: string;
  imageUrl: string | null;
  /** `large` for a picture that is the main content. */
  size?: 'large';
};

/** Renders a person's picture beside their name (decorative); without a picture, the first letter. */
export function Avatar({ name, imageUrl, size }: AvatarProps) {
  const src = imageUrl && fileInUrl(imageUrl) && !size ? `${imageUrl}?w=96` : imageUrl;
  return (
    <span className={size ? `avatar ${size}` : 'avatar'} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
      {src ? <img src={src} alt="" referrerPolicy="no-referrer" /> : null}
    </span>
  );
}

export type IconName =
  | 'archive'
  | 'clock'
  | 'copy'
  | 'download'
  | 'ellipsis'
  | 'file'
  | 'github'
  | 'globe'
  | 'google'
  | 'house'
  | 'keyboard'
  | 'leave'
  | 'menu'
  | 'moon'
  | 'move'
  | 'paperclip'
  | 'pencil'
  | 'plus'
  | 'search'
  | 'settings'
  | 'share'
  | 'sparkle'
  | 'star'
  | 'upload';

/** A symbol of `public/icons.svg`: a page with a hundred rows names the drawing a hundred times and carries it never. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon-mark ${className}`} aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}

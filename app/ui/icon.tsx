export type IconName =
  | 'archive'
  | 'bold'
  | 'check'
  | 'clock'
  | 'cloud-off'
  | 'code'
  | 'copy'
  | 'download'
  | 'ellipsis'
  | 'file'
  | 'focus'
  | 'github'
  | 'globe'
  | 'google'
  | 'heading-1'
  | 'heading-2'
  | 'heading-3'
  | 'house'
  | 'image'
  | 'italic'
  | 'keyboard'
  | 'leave'
  | 'letters'
  | 'link'
  | 'list'
  | 'list-checks'
  | 'list-ordered'
  | 'menu'
  | 'moon'
  | 'move'
  | 'paperclip'
  | 'pencil'
  | 'plus'
  | 'quote'
  | 'redo'
  | 'search'
  | 'settings'
  | 'share'
  | 'source'
  | 'sparkle'
  | 'star'
  | 'strikethrough'
  | 'undo'
  | 'upload'
  | 'width';

/** A symbol of `public/icons.svg`: a page with a hundred rows names the drawing a hundred times and carries it never. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon-mark ${className}`} aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}

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
  | 'inbox'
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
  | 'oidc'
  | 'paperclip'
  | 'pencil'
  | 'plus'
  | 'quote'
  | 'redo'
  | 'search'
  | 'settings'
  | 'share'
  | 'side'
  | 'source'
  | 'sparkle'
  | 'star'
  | 'strikethrough'
  | 'toggle'
  | 'undo'
  | 'upload'
  | 'width';

/** Renders a symbol of `public/icons.svg` by reference, so that repeated icons add no markup. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg className={`icon-mark ${className}`} aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}

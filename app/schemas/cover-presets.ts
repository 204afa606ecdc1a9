/** Built-in covers in `public/covers`. */
export const COVER_PRESETS = ['hills', 'forest', 'rings', 'rain', 'dusk', 'meadow', 'river', 'leaves'].map(
  (name) => `/covers/${name}.svg`,
);

// Words to choose among that forms show. Apart from the schemas that check them: a page that is only read would load
// the validation library for a list of names.

export const PROVIDERS = ['github', 'google'] as const;

/** Proper names, the same in every language. */
export const PROVIDER_LABELS: Record<(typeof PROVIDERS)[number], string> = { github: 'GitHub', google: 'Google' };

export const SORTED_BY = ['title', 'createdAt', 'updatedAt'] as const;
export const ORDERS = ['asc', 'desc'] as const;

/** Drawn for Arbor, in `public/covers`. */
export const COVER_PRESETS = ['hills', 'forest', 'rings', 'rain', 'dusk', 'meadow', 'river', 'leaves'].map(
  (name) => `/covers/${name}.svg`,
);

/** What the schema `id` takes, without it. */
export const isId = (text: string) => /^[cC][0-9a-z]{6,}$/.test(text);

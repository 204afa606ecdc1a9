export const PROVIDERS = ['github', 'google'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** Proper names, the same in every language. */
export const PROVIDER_LABELS: Record<ProviderName, string> = { github: 'GitHub', google: 'Google' };

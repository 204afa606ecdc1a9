const PACKAGE = /^(?:@[\w.-]+\/)?[\w.-]+(?:\/[\w./-]+)*$/;

/**
 * Lets Vite's development server prepare exactly the packages of browsers, all of them at its start. A package found
 * later reloads every page.
 *
 * @returns {import('vite').Plugin}
 */
export const browserPackages = () => ({
  name: 'browser-packages',
  enforce: 'pre',
  apply: 'serve',
  config: () => ({
    optimizeDeps: {
      // There is no HTML page to scan. Routes are left out: their sources import the server's packages, and their
      // components come from the features.
      entries: [
        'app/entry.client.tsx',
        'app/{browser,features,ui}/**/*.{ts,tsx}',
        '!**/*.test.{ts,tsx}',
        '!app/features/*/server/**',
      ],
    },
  }),
  applyToEnvironment: ({ name }) => name === 'client',
  // React Router looks for styles among all that a route's server part imports, by names that no browser has asked for.
  resolveId: (id, importer) =>
    PACKAGE.test(id) && (importer === undefined || importer.endsWith('/index.html')) ? `\0server:${id}` : null,
});

import { registerHooks } from 'node:module';
import { withPlainFields } from '../../scripts/plain-fields.js';

// Gives markdown-it the form that it has in the build, so that rendering from source costs the same.
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const changed = withPlainFields(String(loaded.source ?? ''), url);
    return changed ? { ...loaded, source: changed.code } : loaded;
  },
});

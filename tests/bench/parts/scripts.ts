import type { Outcome } from '#tests/bench/bench.ts';
import { goal } from '#tests/bench/goals/goal.ts';
import { scriptsByRoute, scriptsOfChunk, sentBytes } from '#tests/support/page-scripts.ts';

const sum = (files: Iterable<string>) => [...files].reduce((bytes, file) => bytes + sentBytes(file), 0) / 1000;

/** P10: kilobytes of scripts after brotli by kind of page, with the editor that loads on demand. */
export async function benchScripts(): Promise<Outcome> {
  const routes = scriptsByRoute();
  const reading = routes.get('routes/main/document')!;
  const editor = new Set([...routes.get('routes/main/document-edit')!, ...scriptsOfChunk('live-editor')]);
  const found = { reading: sum(reading), coEditing: sum(editor) };
  const goals = [
    ...goal('P10', 'scripts to read a document, brotli', found.reading, { atMost: 130 }, ' KB'),
    ...goal('P10', 'scripts to edit with others, brotli', found.coEditing, { atMost: 360 }, ' KB'),
  ];
  return { goals, text: 'Scripts as listed by the build; `npm run bench:browser` counts those sent.', figures: found };
}

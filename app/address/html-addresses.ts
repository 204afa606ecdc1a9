import { basePath, outward } from '#app/address/base-path.ts';

/** A start tag as React and `finishHtml` print it: double-quoted, escaped values. */
const TAG = /<[a-z][a-z0-9-]*(?:\s+[^\s=>"</]+(?:="[^"]*")?)*\s*\/?>/gi;
const ADDRESS = /(\s(?:href|src|action|poster)=")(\/[^"]*)(?=")/gi;

/** Applies `outward` to the addresses in rendered HTML. */
export function outwardHtml(html: string): string {
  if (basePath() === '') return html;
  return html.replace(TAG, (tag) =>
    tag.replace(ADDRESS, (_, start: string, address: string) => start + outward(address)),
  );
}

import mathsStyles from 'katex/dist/katex.min.css?url';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { config } from '#app/config.server.ts';
import { PublicDocument } from '#app/features/public-page/public-document.tsx';
import { PublicFrame, PublicNotice } from '#app/features/public-page/public-frame.tsx';
import { alertTitles, FORMULA } from '#app/http/documents/localized-body.ts';
import type { Language } from '#app/i18n/language.ts';
import { translator } from '#app/i18n/translations.ts';
import { TextsProvider } from '#app/i18n/use-texts.ts';
import { pointDocumentLinks } from '#app/markdown/point-document-links.ts';
import { pointFileLinks } from '#app/markdown/point-file-links.ts';
import { fileInUrl } from '#app/schemas/file-url.ts';
import type { Theme } from '#app/schemas/theme.ts';
import { getBranding } from '#app/services/branding/branding.ts';
import { localizeHtml } from '#app/services/documents/localize-html.ts';
import { markEmphasis } from '#app/services/documents/mark-emphasis.ts';
import { markHeadings, phrasedTitle } from '#app/services/documents/mark-phrases.ts';
import { shownPicture } from '#app/services/files/foreign-picture-address.ts';
import { LEVEL_MAX } from '#app/services/public-links/find-public-document.ts';
import type { PublicPage } from '#app/services/public-links/load-public-page.ts';
import stylesheet from '../../../styles/app.css?url';

/** Parameters of a page. `chosen` are those set in the address; links pass them on. */
export type PageView = {
  lng: Language;
  theme: Theme;
  chosen: { lng?: Language; theme?: Theme };
};

/** Renders a document of a link as one HTML page without scripts. */
export function renderPublicPage(token: string, rootId: string, page: PublicPage, view: PageView): string {
  const query = queryOf(view.chosen);
  const addressOf = (id: string) => (id === rootId ? `/s/${token}${query}` : `/s/${token}/${id}${query}`);
  const fileAddress = (id: string) => `/s/${token}/files/${id}`;
  const dressed = localizeHtml(page.html, { alertTitles: alertTitles(translator(view.lng)), canTick: false });
  const html = pointDocumentLinks(pointFileLinks(dressed, fileAddress), config().appUrl ?? null, (id) =>
    page.linked.has(id) ? addressOf(id).replaceAll('&', '&#x26;') : null,
  );
  return framed(
    page.title,
    view,
    <PublicDocument
      page={{ ...page, cover: coverOf(page, fileAddress) }}
      html={markEmphasis(markHeadings(html))}
      phrasedTitle={phrasedTitle(page.title)}
      levelMax={LEVEL_MAX}
      addressOf={addressOf}
    />,
    html.includes(FORMULA),
  );
}

function coverOf({ cover }: PublicPage, fileAddress: (id: string) => string): PublicPage['cover'] {
  const fileId = cover && fileInUrl(cover.url);
  if (!cover) return null;
  return { ...cover, url: fileId ? fileAddress(fileId) : shownPicture(cover.url) };
}

/** Renders the page for an invalid link or a failure. */
export function renderNotice(name: 'gone' | 'fault', view: PageView): string {
  return framed(translator(view.lng)(`publicPage.${name}.title`), view, <PublicNotice name={name} />);
}

function framed(title: string, { lng, theme, chosen }: PageView, children: ReactNode, hasMaths = false): string {
  const { accent, logo } = getBranding();
  const frame = (
    <PublicFrame
      title={`${title} · ${config().installationName}`}
      theme={theme}
      stylesheets={[stylesheet, ...(hasMaths ? [mathsStyles] : []), ...(accent ? [accent] : [])]}
      logo={logo}
      address={(change) => queryOf({ ...chosen, ...change })}
    >
      {children}
    </PublicFrame>
  );
  return `<!doctype html>${renderToStaticMarkup(<TextsProvider value={{ language: lng, t: translator(lng) }}>{frame}</TextsProvider>)}`;
}

function queryOf({ lng, theme }: PageView['chosen']): string {
  const query = new URLSearchParams({ ...(lng ? { lng } : {}), ...(theme ? { theme } : {}) });
  return query.size > 0 ? `?${query}` : '';
}

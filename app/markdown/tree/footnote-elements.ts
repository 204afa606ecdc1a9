import type { Token } from 'markdown-it';
import { elementOf, type TokenHandler, textOf } from '#app/markdown/tree/tree-builder.ts';

const REFERENCE_BYTES = 300;

const numberOf = ({ meta }: Token) => Number(meta?.id) + 1;

/** Returns the number of a reference. A note may have several, with links back to each: `2`, `2-2`, `2-3`. */
function placeOf(token: Token): { place: string; again: string } {
  const times = Number(token.meta?.subId) + 1;
  return times > 1
    ? { place: `${numberOf(token)}-${times}`, again: String(times) }
    : { place: `${numberOf(token)}`, again: '' };
}

/** Renders a footnote reference as a superscript link to its note. */
export const footnoteReference: TokenHandler<Token> = (builder, token) => {
  const properties = {
    href: `#fn-${numberOf(token)}`,
    id: `${builder.idPrefix}fnref-${placeOf(token).place}`,
    dataFootnoteRef: '',
  };
  builder.expansion += REFERENCE_BYTES;
  builder.append(elementOf('sup', {}, [elementOf('a', properties, [textOf(String(numberOf(token)))])]));
};

const backReference: TokenHandler<Token> = (builder, token) => {
  const { place, again } = placeOf(token);
  const properties = {
    href: `#fnref-${place}`,
    dataFootnoteBackref: '',
    ariaLabel: `↩ ${place}`,
    className: ['data-footnote-backref'],
  };
  builder.expansion += REFERENCE_BYTES;
  builder.text(' ');
  const raised = again ? [elementOf('sup', {}, [textOf(again)])] : [];
  builder.append(elementOf('a', properties, [textOf('↩'), ...raised]));
};

/** The footnotes at the end of a text. */
export const footnoteBlocks: Record<string, TokenHandler<Token>> = {
  footnote_block_open: (builder) => {
    builder.openBlock(elementOf('section', { dataFootnotes: '', className: ['footnotes'] }));
    builder.openBlock(elementOf('ol'));
  },
  footnote_block_close: (builder) => {
    builder.close();
    builder.close();
  },
  footnote_open: (builder, token) => {
    builder.openBlock(elementOf('li', { id: `${builder.idPrefix}fn-${numberOf(token)}` }));
  },
  footnote_anchor: backReference,
};

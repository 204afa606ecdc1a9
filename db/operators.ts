import type { Op as Operators } from 'sequelize';

/**
 * Operators of Sequelize, which are registered symbols. Importing them from Sequelize would load it with the server.
 */
export const Op = { gt: Symbol.for('gt'), lte: Symbol.for('lte'), like: Symbol.for('like') } as unknown as Pick<
  typeof Operators,
  'gt' | 'lte' | 'like'
>;

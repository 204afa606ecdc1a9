import { DataTypes, type ModelAttributeColumnOptions } from 'sequelize';

// Instants are milliseconds since 1970 UTC. Unlike date types they compare and sort alike on both databases.
type Column = ModelAttributeColumnOptions;

export const id = (): Column => ({ type: DataTypes.STRING(64), primaryKey: true });
export const reference = (): Column => ({ type: DataTypes.STRING(64), allowNull: false });
export const optionalReference = (): Column => ({ type: DataTypes.STRING(64), allowNull: true });
export const text = (): Column => ({ type: DataTypes.TEXT, allowNull: false });
export const optionalText = (): Column => ({ type: DataTypes.TEXT, allowNull: true });
export const instant = (): Column => ({ type: DataTypes.BIGINT, allowNull: false });
export const optionalInstant = (): Column => ({ type: DataTypes.BIGINT, allowNull: true });
export const count = (defaultValue = 0): Column => ({ type: DataTypes.INTEGER, allowNull: false, defaultValue });
export const integer = (): Column => ({ type: DataTypes.INTEGER, allowNull: false });
export const optionalInteger = (): Column => ({ type: DataTypes.INTEGER, allowNull: true });
/** A number of bytes or tokens, which can exceed 2^31. */
export const bigInteger = (): Column => ({ type: DataTypes.BIGINT, allowNull: false, defaultValue: 0 });
export const optionalReal = (): Column => ({ type: DataTypes.DOUBLE, allowNull: true });
export const real = (): Column => ({ type: DataTypes.DOUBLE, allowNull: false });

import { DataTypes, type ModelAttributeColumnOptions } from 'sequelize';

// The few column kinds every table is made of. Instants are milliseconds since 1970 UTC: they compare and sort alike
// on both databases, where date types do not.
type Column = ModelAttributeColumnOptions;

export const id = (): Column => ({ type: DataTypes.STRING(64), primaryKey: true });
export const reference = (): Column => ({ type: DataTypes.STRING(64), allowNull: false });
export const optionalReference = (): Column => ({ type: DataTypes.STRING(64), allowNull: true });
export const text = (): Column => ({ type: DataTypes.TEXT, allowNull: false });
export const optionalText = (): Column => ({ type: DataTypes.TEXT, allowNull: true });
export const instant = (): Column => ({ type: DataTypes.BIGINT, allowNull: false });
export const optionalInstant = (): Column => ({ type: DataTypes.BIGINT, allowNull: true });
export const count = (defaultValue = 0): Column => ({ type: DataTypes.INTEGER, allowNull: false, defaultValue });
export const optionalCount = (): Column => ({ type: DataTypes.INTEGER, allowNull: true });
export const real = (): Column => ({ type: DataTypes.DOUBLE, allowNull: false });

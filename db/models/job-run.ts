import type { InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { id, instant } from '#db/models/columns.ts';

/** Time of the last start of a scheduled job. One conditional statement on it elects the process that runs the job. */
export class JobRun extends Model<InferAttributes<JobRun>, InferCreationAttributes<JobRun>> {
  declare name: string;
  declare startedAt: number;
}

export function defineJobRun(sequelize: Sequelize): void {
  JobRun.init(
    {
      name: id(),
      startedAt: instant(),
    },
    { sequelize, tableName: 'job_runs' },
  );
}

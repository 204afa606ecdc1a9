import type { CreationOptional, InferAttributes, InferCreationAttributes } from 'sequelize';
import { Model, type Sequelize } from 'sequelize';
import { bigInteger, id, instant, integer, text } from '#db/models/columns.ts';

/** Time of the last start of a scheduled job. One conditional statement on it elects the process that runs the job. */
export class JobRun extends Model<InferAttributes<JobRun>, InferCreationAttributes<JobRun>> {
  declare name: string;
  declare startedAt: number;
  /** Id of the run that holds the lease; others wait until it has passed. */
  declare holder: CreationOptional<string>;
  declare leaseUntil: CreationOptional<number>;
  declare outcome: CreationOptional<string>;
  declare begunAt: CreationOptional<number>;
  declare endedAt: CreationOptional<number>;
  /** Runs in a row that did not succeed. */
  declare attempts: CreationOptional<number>;
}

export function defineJobRun(sequelize: Sequelize): void {
  JobRun.init(
    {
      name: id(),
      startedAt: instant(),
      holder: { ...text(), defaultValue: '' },
      leaseUntil: bigInteger(),
      outcome: { ...text(), defaultValue: '' },
      begunAt: bigInteger(),
      endedAt: bigInteger(),
      attempts: { ...integer(), defaultValue: 0 },
    },
    { sequelize, tableName: 'job_runs' },
  );
}

/** The header with the id of the action to which a write belongs. The change log shows and undoes all writes of an action together. */
export const batchHeader = 'x-portal-batch';

/** The id of a new action. */
export const newBatch = (): string => crypto.randomUUID();

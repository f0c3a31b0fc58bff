/** The header that names the action which a write belongs to: the change log shows and undoes what one press did as one. */
export const batchHeader = 'x-portal-batch';

/** The id of a new action. */
export const newBatch = (): string => crypto.randomUUID();

/** The key that the client sends as `apikey`: public, and of no weight. */
export const anonKey = 'sb_publishable_local';

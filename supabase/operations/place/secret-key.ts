/** Whether a key of a project may do everything: a secret key, or a legacy one (a JSON web token) that claims that role. */
export function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true;
  const claims = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString();
  return /"role"\s*:\s*"service_role"/u.test(claims);
}

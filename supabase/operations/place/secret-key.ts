/** Whether a key of a project has all rights: a secret key, or a legacy key (a JSON web token) with the role `service_role`. */
export function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true;
  const claims = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString();
  return /"role"\s*:\s*"service_role"/u.test(claims);
}

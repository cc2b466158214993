const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
};

/** A peer's settings from its environment. */
export const settings = {
  port: Number(required('PORT')),
  databaseUrl: required('DATABASE_URL'),
  poolSize: Number(required('DATABASE_POOL')),
  redisUrl: required('REDIS_URL'),
  secret: new TextEncoder().encode(required('AUTH_JWT_SECRET')),
  /** The folder of the attachments' files. */
  files: required('FILES'),
};

/** A person's role; each one includes the roles before it. */
export const roles = ['reader', 'agent', 'editor', 'admin'] as const;

export type Role = (typeof roles)[number];

export const includesRole = (role: Role, required: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(required);

export const higherRole = (role: Role, other: Role | null | undefined): Role =>
  other && includesRole(other, role) ? other : role;

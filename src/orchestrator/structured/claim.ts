import { z } from 'zod';
import { type Form, nameProblems } from './form.ts';
import { share } from './text.ts';

const schema = z.object({ claims: z.array(z.object({ role: z.string(), fit: share })) });
export type Claim = z.infer<typeof schema>;

/** Roles that a member would fill, each at most once. */
export function claimForm(roles: readonly string[]): Form<Claim> {
  return {
    shape: 'claim',
    schema,
    problems: ({ claims }) =>
      nameProblems(
        'claims',
        claims.map((claim) => claim.role),
        roles,
        roles.length,
      ),
  };
}

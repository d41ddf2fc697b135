import { z } from 'zod';
import type { Form } from './form.ts';

const schema = z.object({ accept: z.boolean(), reason: z.string().default('') });
export type Review = z.infer<typeof schema>;

/** Whether a result is accepted, and why. */
export const reviewForm: Form<Review> = { shape: 'review', schema, problems: () => [] };

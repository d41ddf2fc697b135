import { z } from 'zod';
import type { Form } from './form.ts';
import { share } from './text.ts';

const schema = z.object({ fit: share, cost: z.number().gt(0).max(1e9), plan: z.string().default('') });
export type Bid = z.infer<typeof schema>;

/** How well a bidder fits (0 = it declines), what it costs in relation to others, and how it would go about it. */
export const bidForm: Form<Bid> = { shape: 'bid', schema, problems: () => [] };

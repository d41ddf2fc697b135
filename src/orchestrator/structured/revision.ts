import { z } from 'zod';
import type { Form } from './form.ts';
import { someText } from './text.ts';

const schema = z.object({ changed: z.boolean(), answer: someText });
export type Revision = z.infer<typeof schema>;

/** An answer that is handed on, and whether it was changed. */
export const revisionForm: Form<Revision> = { shape: 'revision', schema, problems: () => [] };

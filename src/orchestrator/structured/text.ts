import { z } from 'zod';

/** A text with something in it. */
export const someText = z.string().refine((text) => text.trim() !== '', { error: 'must not be blank' });
/** A share from 0 to 1. */
export const share = z.number().min(0).max(1);

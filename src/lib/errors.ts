/** Every code a PolityError can carry; one table below maps each to its exit code and HTTP status. */
export type ErrorCode =
  | 'usage.invalid'
  | 'file.invalid'
  | 'file.not_found'
  | 'topology.invalid'
  | 'topology.non_edge'
  | 'run.not_found'
  | 'run.diverged'
  | 'run.fenced'
  | 'run.cancelled'
  | 'run.failed'
  | 'run.suspended'
  | 'budget.exceeded'
  | 'model.failed'
  | 'model.unknown'
  | 'model.not_recorded'
  | 'store.conflict'
  | 'store.failed'
  | 'interrupted'
  | 'not_supported'
  | 'internal';

/** What each error code means at the edges: CLI exit code (DESIGN: 0 ok, 1 failed, 2 usage, 3 budget, 4 suspended, 130 interrupted) and HTTP status. */
export const ERROR_TABLE: Readonly<Record<ErrorCode, { readonly exit: number; readonly http: number }>> = {
  'usage.invalid': { exit: 2, http: 400 },
  'file.invalid': { exit: 1, http: 422 },
  'file.not_found': { exit: 1, http: 404 },
  'topology.invalid': { exit: 1, http: 422 },
  'topology.non_edge': { exit: 1, http: 500 },
  'run.not_found': { exit: 1, http: 404 },
  'run.diverged': { exit: 1, http: 409 },
  'run.fenced': { exit: 1, http: 409 },
  'run.cancelled': { exit: 1, http: 409 },
  'run.failed': { exit: 1, http: 500 },
  'run.suspended': { exit: 4, http: 202 },
  'budget.exceeded': { exit: 3, http: 402 },
  'model.failed': { exit: 1, http: 502 },
  'model.unknown': { exit: 2, http: 400 },
  'model.not_recorded': { exit: 1, http: 422 },
  'store.conflict': { exit: 1, http: 409 },
  'store.failed': { exit: 1, http: 500 },
  interrupted: { exit: 130, http: 499 },
  not_supported: { exit: 2, http: 501 },
  internal: { exit: 1, http: 500 },
};

/** A mistake or fault; expected outcomes are values, not errors. `details` is plain JSON data and never holds a secret. */
export class PolityError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PolityError';
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** Wraps anything thrown into one coded error, keeping the cause; a PolityError passes unchanged. */
export function toPolityError(thrown: unknown): PolityError {
  if (thrown instanceof PolityError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new PolityError('internal', message, { cause: thrown });
}

/** For exhaustive switches: reaching it is a defect. */
export function unreachable(value: never, what = 'case'): never {
  throw new PolityError('internal', `unhandled ${what}: ${JSON.stringify(value)}`);
}

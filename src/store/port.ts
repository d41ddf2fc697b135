import type { ComparisonStore } from '#experiment';
import type { RunStore } from '#runs';

/**
 * Everything that the modules ask of storage, and its life cycle; an implementation passes `storeCases`.
 * Contract: `flush` returns when everything queued is on disk or was rejected; `close` flushes, then refuses what comes after.
 */
export interface Store extends RunStore, ComparisonStore {
  flush(): Promise<void>;
  close(): Promise<void>;
}

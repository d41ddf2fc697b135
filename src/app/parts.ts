import type { LocalEngine } from '#engine';
import type { Clock } from '#lib';
import type { RunService } from '#runs';
import type { Store } from '#store';

/** What the parts of the application share. Store, engine and run service are made at the first use: commands that need none open no database. */
export interface AppParts {
  readonly home: string;
  readonly version: string;
  readonly clock: Clock;
  readonly store: () => Store;
  readonly engine: () => LocalEngine;
  readonly runs: () => RunService;
}

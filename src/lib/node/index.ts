/**
 * lib/node: what the words of lib need from Node: the system clock, digests and fresh ids, whole-file writes.
 *
 * May import: lib. Never imported by browser-safe modules.
 * Design note: docs/design/layout.md.
 */

export { writeFileWhole } from './atomic-file.ts';
export { newId, sha256 } from './digest.ts';
export { makeFolder } from './make-folder.ts';
export { systemClock } from './system-clock.ts';
export { decodeText, readFault, readTextWhole, tooLong } from './text-file.ts';

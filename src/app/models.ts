import { resolve } from 'node:path';
import { type Clock, PolityError } from '#lib';
import { readTextWhole, sha256 } from '#lib/node';
import {
  createPersonModel,
  createRecordedModel,
  createScriptedModel,
  createSimulatedModel,
  DEFAULT_PARAMETERS,
  type ModelPort,
  parseModelString,
  parseRecording,
  parseScript,
  parseSimulation,
  type Recording,
} from '#models';

/** What a model is made from: the string the user wrote, the recording that goes with it, and the targets that a simulation draws around. */
export interface ModelChoice {
  readonly model: string;
  readonly recording: Recording | null;
  readonly targets: ReadonlyMap<string, string | null>;
  /** Folder that files in the model string are relative to; default: the current one. A resumed run names the one it began in. */
  readonly folder?: string;
}

/** Largest input file that is read whole. Bytes; V8 cannot hold a longer string. */
const FILE_LIMIT = 512 * 1024 * 1024;

/** Reads a text file named by the user. Errors: `file.not_found`, `file.invalid` (a folder, too long, unreadable, not UTF-8 text). */
export function readTextFile(path: string): string {
  return readTextWhole(path, FILE_LIMIT);
}

/** Reads and checks a recording; a relative path is taken from `folder`. */
export function loadRecording(path: string, folder?: string): Recording {
  return parseRecording(readTextFile(folder === undefined ? path : resolve(folder, path)), { file: path });
}

/** Makes the model that a model string names. Errors: `model.unknown`, `usage.invalid` for `recorded` without a recording, problems of its file. */
export function createModel(choice: ModelChoice, clock: Clock): ModelPort {
  const source = parseModelString(choice.model);
  const read = (file: string) => readTextFile(choice.folder === undefined ? file : resolve(choice.folder, file));
  switch (source.kind) {
    case 'recorded':
      if (choice.recording === null) throw new PolityError('usage.invalid', 'the model "recorded" needs a recording: give --recording FILE');
      return createRecordedModel(choice.recording);
    case 'simulated': {
      const parameters = source.file === null ? DEFAULT_PARAMETERS : parseSimulation(read(source.file), { file: source.file });
      const fingerprint = sha256(JSON.stringify([...choice.targets]));
      return createSimulatedModel(parameters, { tasks: { targetFor: (task) => choice.targets.get(task.id) ?? null, fingerprint }, id: choice.model });
    }
    case 'scripted':
      return createScriptedModel(parseScript(read(source.file), { file: source.file }), { id: choice.model, clock });
    case 'person':
      return createPersonModel();
  }
}

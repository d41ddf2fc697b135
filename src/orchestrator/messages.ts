import { PolityError } from '#lib';
import type { ShownMessage } from '#models';
import type { BoundTopology, Channel } from './binding.ts';
import type { MessageRef } from './ports.ts';
import type { TurnInput, TurnMessage, TurnResult } from './turn.ts';

/** The turn behind an input. */
export function inputTurn(input: TurnInput): TurnResult {
  return 'turn' in input ? input.turn : input;
}

/** The message as its reader sees it. */
export function shownMessage(input: TurnInput): ShownMessage {
  const from = inputTurn(input).agent;
  return 'turn' in input && input.asks === true ? { from, text: input.text, asks: true } : { from, text: input.text };
}

/** The reference that the log keeps of a message to `reader`; throws `topology.non_edge` when no edge, or no board named as carrier, brings it there. */
export function referTo(topology: BoundTopology, input: TurnInput, reader: string): MessageRef {
  const writer = inputTurn(input).node;
  const via = 'turn' in input ? input.via : undefined;
  const channel = via === undefined ? topology.channel(writer, reader) : overBoard(topology, writer, via, reader);
  if (channel === null) {
    throw new PolityError('topology.non_edge', `no edge carries a message from "${writer}" to "${reader}"${via === undefined ? '' : ` over "${via}"`}`, {
      details: { from: writer, to: reader, ...(via === undefined ? {} : { via }) },
    });
  }
  const reference = { turn: inputTurn(input).key, edge: channel.edge, reply: channel.reply };
  return via === undefined ? reference : { ...reference, via };
}

/** What the writer put on the board and the reader takes from it. Only `reads_writes` edges, and untyped ones, make a node a board: any other node between two would have to pass the message on in a turn of its own. */
function overBoard(topology: BoundTopology, writer: string, board: string, reader: string): Channel | null {
  const written = topology.channel(writer, board);
  const read = topology.channel(board, reader);
  return carries(written) && carries(read) ? read : null;
}

function carries(channel: Channel | null): boolean {
  return channel !== null && (channel.edge === 'reads_writes' || channel.edge === 'untyped');
}

/** A message that tells its reader what to do: the whole output of the turn, or the text in it that is meant for the reader. */
export function asking(turn: TurnResult, text: string | null = turn.text): TurnMessage {
  return { turn, text, asks: true };
}

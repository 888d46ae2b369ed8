import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Waiting = readonly [request: IncomingMessage, response: ServerResponse];

/** Browsers wait for each answer. Programs that send ahead of the answers send a few requests. */
const MOST_WAITING = 32;

/**
 * Answers the requests of one connection one after the other. Node would begin all that a client sends ahead, and keep
 * their answers in memory until it reads them. A connection on which more than `most` requests wait is closed.
 */
export function oneAtATime(answer: RequestListener, most = MOST_WAITING): RequestListener {
  const lines = new WeakMap<Socket, Waiting[]>();

  function begin(socket: Socket, [request, response]: Waiting): void {
    response.once('close', () => {
      const next = lines.get(socket)?.shift();
      if (next === undefined) lines.delete(socket);
      else if (socket.writable) begin(socket, next);
    });
    answer(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, []);
      begin(socket, [request, response]);
    } else if (line.push([request, response]) > most) socket.destroy();
  };
}

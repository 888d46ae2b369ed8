import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Addresses } from '../limits.ts';
import { type Answered, countOnClose } from '../meter.ts';
import type { RememberedAnswers, SentAnswer } from './remembered-answers.ts';

export interface AtOnceOptions {
  readonly remembered: RememberedAnswers;
  readonly addresses: Addresses;
  readonly newId: () => string;
  readonly answered: (request: Answered) => void;
}

/** Answers from memory, before anything else of the program runs. `anew` answers all other requests. */
export function answerAtOnce({ remembered, addresses, newId, answered }: AtOnceOptions, anew: RequestListener): RequestListener {
  function send(request: IncomingMessage, response: ServerResponse, { status, headers, bytes, route }: SentAnswer): void {
    remembered.used();
    countOnClose({ request, response, newId, route: () => route, answered });
    // Node only reads the headers, but its types do not say so.
    response.writeHead(status, headers as string[]);
    response.end(bytes ?? undefined);
  }

  /** What was found may have become wrong while its request was being counted. */
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const found = remembered.find(request);
    if (found === null) anew(request, response);
    else send(request, response, found);
  }

  return (request, response) => {
    const found = remembered.find(request);
    const counting = found && addresses.count(request, response);
    if (found === null) anew(request, response);
    else if (counting === null) send(request, response, found);
    else {
      // Whoever sends too many requests is refused in the same way as for any other call.
      counting.then(
        () => answer(request, response),
        () => anew(request, response),
      );
    }
  };
}

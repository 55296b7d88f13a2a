import { EventSourceParserStream } from 'eventsource-parser/stream'

/** The events of a response, as the stream gives them. */
export function events(response: Response) {
  if (!response.body) throw new Error('no body')
  return response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
}

import { derivedId } from '../fingerprint.ts'
import type { Provider } from '../provider.ts'
import { ResponsesRequest } from '../responses/request.ts'
import { responseBody } from '../responses/response.ts'
import { responseEvents } from '../responses/stream.ts'
import { toChat } from '../responses/to-chat.ts'
import { validate } from '../wire/validate.ts'
import type { AskedChat, Call } from './call.ts'
import { afterThinking, prepareChat } from './chat.ts'
import { deliverJson, deliverStream, failEarly } from './deliver.ts'

/** A response that nobody streams, in a batch. */
export function wholeResponse(provider: Provider, call: AskedChat) {
  const request = validate(ResponsesRequest, call.body)
  const { fault, complete } = prepareChat(provider, { ...call, body: toChat(request) })
  const id = derivedId('resp_', call.fingerprint)
  return { fault, complete: () => JSON.stringify(responseBody({ ...complete(), id }, request)) }
}

/** What chat completions answer, in the shape of the Responses API. */
export async function createResponse(provider: Provider, call: Call): Promise<void> {
  const request = validate(ResponsesRequest, call.body)
  const { fault, pace, complete } = prepareChat(provider, { ...call, body: toChat(request) })
  if (await failEarly(call, fault)) return

  const completion = { ...complete(), id: derivedId('resp_', call.fingerprint) }
  if (request.stream === true) {
    const events = responseEvents(completion, request)
    await deliverStream(call, events, afterThinking(completion, pace), fault)
  } else {
    const body = JSON.stringify(responseBody(completion, request))
    await deliverJson(call, body, completion.usage.completion_tokens, pace, fault)
  }
}

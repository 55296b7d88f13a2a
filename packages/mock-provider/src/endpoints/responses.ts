import { derivedId } from '../fingerprint.ts'
import type { Call, ModelRequest } from '../http/call.ts'
import { deliverStream, deliverWhole, failEarly } from '../http/deliver.ts'
import type { Provider } from '../provider.ts'
import { responseBody, responseEvents } from '../responses/response.ts'
import { ResponsesRequest } from '../responses/request.ts'
import { toChat } from '../responses/to-chat.ts'
import { validate } from '../wire/validate.ts'
import { afterReasoning, prepareChat } from './chat.ts'

/** Answers like chat completions, in the shape of the Responses API. */
export async function createResponse(provider: Provider, call: Call): Promise<void> {
  const { request, delivery, complete } = prepareResponse(provider, call)
  if (await failEarly(call, delivery.fault)) return

  const completion = complete()
  if (request.stream === true) {
    const events = responseEvents(completion, request)
    await deliverStream(call, events, afterReasoning(completion, delivery))
  } else {
    const body = JSON.stringify(responseBody(completion, request))
    await deliverWhole(call, { body, tokens: completion.usage.completion_tokens }, delivery)
  }
}

/** Validates a request and plans its delivery. Throws the error of an invalid request. */
export function prepareResponse(provider: Provider, call: ModelRequest) {
  const request = validate(ResponsesRequest, call.body)
  const { delivery, complete } = prepareChat(provider, { ...call, body: toChat(request) })
  const id = derivedId('resp_', call.fingerprint)
  return { request, delivery, complete: () => ({ ...complete(), id }) }
}

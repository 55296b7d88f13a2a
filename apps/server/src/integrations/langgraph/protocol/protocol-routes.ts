import { Json } from '@lathe/contract'
import { ORPCError } from '@orpc/server'
import { Router } from 'express'
import * as z from 'zod'
import { type Framing, sendEvents } from '../../../platform/http/event-stream.ts'
import { toDeclared } from '../../../platform/http/errors.ts'
import { type Answer, parseBody, type Call, disconnectSignal, idParam } from '../../call.ts'
import { executeCommand } from './commands.ts'
import type { ProtocolEvent } from './protocol-event.ts'
import { matchesSubscription, Subscription } from './subscription.ts'
import { threadEvents } from './thread-events.ts'

const CommandFrame = z.object({
  id: z.number(),
  method: z.string(),
  params: z.record(z.string(), Json).default({}),
})

/** The thread-centric protocol: commands are posted, and all events of the thread are streamed. */
export function protocolRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post('/threads/:id/commands', answer(command))
  routes.post('/threads/:id/stream/events', answer(stream))
  routes.post('/threads/:id/stream', answer(stream))
  return routes
}

async function stream(call: Call) {
  const isSubscribed = matchesSubscription(parseBody(call, Subscription))
  const threadId = idParam(call, 'id')
  const framing: Framing<ProtocolEvent> = {
    frame: (event) =>
      isSubscribed(event)
        ? `id: ${event.event_id}\nevent: ${event.method}\ndata: ${JSON.stringify(event)}\n\n`
        : '',
    ending: '',
    failure: () => '',
  }
  const events = threadEvents(call.context, threadId, disconnectSignal(call.res))
  await sendEvents(call.res, events, framing)
}

async function command(call: Call) {
  const { id, method, params } = parseBody(call, CommandFrame)
  const { log, requestId } = call.context
  try {
    const { result, meta } = await executeCommand(call.context, idParam(call, 'id'), method, params)
    return { type: 'success', id, result, meta }
  } catch (error) {
    const declaredError = toDeclared(error, log, requestId)
    // Clients recognize rate limits by the status.
    if (!(declaredError instanceof ORPCError) || declaredError.status === 429) throw declaredError
    return { type: 'error', id, error: errorCode(declaredError), message: declaredError.message }
  }
}

function errorCode({ code, status }: ORPCError<string, unknown>): string {
  if (code === 'NOT_IMPLEMENTED') return 'not_supported'
  if (code === 'NOTHING_WAITS') return 'no_such_interrupt'
  if (code === 'UNKNOWN_COMMAND') return 'unknown_command'
  return status < 500 ? 'invalid_argument' : 'unknown_error'
}

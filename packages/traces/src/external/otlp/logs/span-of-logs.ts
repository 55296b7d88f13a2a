import type { Json, JsonObject, SpanEvent } from '@lathe/contract'
import { isEmpty, isObject, listOf, objectOf } from '../../fields.ts'
import { parsed } from '../attributes.ts'
import { choiceOfEvent, messageOfEvent } from '../event-messages.ts'
import { MESSAGE_EVENT } from '../logfire-talk.ts'
import type { OtlpSpan } from '../otlp-span.ts'
import { besidesBody, bodyOf, isLogEvent } from './log-event.ts'

/** Says in its attributes what the span of a call would. */
const DETAILS = 'gen_ai.client.inference.operation.details'
const ASKED = ['gen_ai.input.messages', 'gen_ai.system_instructions', 'gen_ai.tool.definitions']
const ANSWERS = 'gen_ai.output.messages'

export const isSaying = (name: string): boolean =>
  name === DETAILS || name === 'gen_ai.choice' || MESSAGE_EVENT.test(name)

/** Whether it says what was asked, or what was answered. */
export const saysInputs = ({ name, attributes }: SpanEvent): boolean =>
  MESSAGE_EVENT.test(name) || (name === DETAILS && ASKED.some((key) => key in attributes))
export const saysOutputs = ({ name, attributes }: SpanEvent): boolean =>
  name === 'gen_ai.choice' || (name === DETAILS && ANSWERS in attributes)

/** What the log records of a span say of it, as if it said so itself; undefined where they say nothing of the kind. */
export function spanOfLogs(events: readonly SpanEvent[]): OtlpSpan | undefined {
  const saying = events.filter((event) => isLogEvent(event) && isSaying(event.name))
  if (saying.length === 0) return undefined
  const details = saying.filter(({ name }) => name === DETAILS).map(besidesBody)
  const answers = joined(details.map((one) => listOf(parsed(one[ANSWERS]))))
  const asked = saying.flatMap((event) => messageOfEvent(event.name, saidIn(event)))
  const chosen = saying.flatMap((event) => choiceOfEvent(event.name, saidIn(event)))
  return {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    name: '',
    startedAt: saying[0]?.at ?? 0,
    endedAt: 0,
    attributes: {
      'gen_ai.operation.name': 'chat',
      ...(asked.length > 0 && { 'gen_ai.input.messages': asked }),
      ...(chosen.length > 0 && { [ANSWERS]: chosen }),
      ...Object.assign({}, ...saying.map(besidesBody)),
      ...(answers.length > 0 && { [ANSWERS]: answers }),
    },
    events: [],
    links: [],
    status: { code: 0, message: '' },
    resource: {},
    scope: '',
  }
}

/** .NET has it as a text. */
function saidIn(event: SpanEvent): JsonObject {
  const body = parsed(bodyOf(event))
  if (isObject(body)) return body
  return body === undefined || isEmpty(body) ? {} : { content: body }
}

/** Of a stream each piece of an answer is told by itself. */
function joined(told: Json[][]): Json[] {
  const all = told.filter((messages) => messages.length > 0)
  const [first] = all
  if (first === undefined || all.length === 1 || all.some((messages) => messages.length > 1))
    return all.flat()
  const pieces = all.flat().map(objectOf)
  const parts = pieces.flatMap((piece) => listOf(piece['parts']))
  return [{ ...pieces.at(-1), parts }]
}

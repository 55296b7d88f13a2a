import type { Json, Usage } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { nonEmptyText } from '../fields.ts'
import { findMessages } from '../messages/read-message.ts'

/** A model call as one instrumentation of a program reported it. */
export type ReportedCall = {
  id: string
  parentId: string | null
  /** Name of the instrumentation. */
  scope: string
  /** Requested and answering model. */
  models: readonly string[]
  startedAt: number
  endedAt: number
  usage: Usage | null
}

/** Whether two calls may report the same request, judged by everything but their messages. */
export function mayBeDuplicates(a: ReportedCall, b: ReportedCall): boolean {
  const isAdjacent = a.parentId === b.parentId || a.parentId === b.id || b.parentId === a.id
  return (
    isAdjacent &&
    a.scope !== b.scope &&
    a.startedAt <= b.endedAt &&
    b.startedAt <= a.endedAt &&
    a.models.some((model) => b.models.includes(model))
  )
}

/**
 * Returns the ids of calls that repeat another one. With instrumentations of a framework and of its client both on
 * (Traceloop's LangChain and OpenAI), each request is reported by both. Equal calls of one instrumentation are
 * separate requests. The report with the most token counts is kept; if reports are equal, the outer report is.
 */
export function findDuplicateCalls(
  calls: readonly (ReportedCall & { messages: string })[],
): Set<string> {
  const requests: (typeof calls)[number][][] = []
  for (const call of calls.toSorted(byStart)) {
    const request = requests.find((reports) =>
      reports.every((report) => report.messages === call.messages && mayBeDuplicates(report, call)),
    )
    if (request) request.push(call)
    else requests.push([call])
  }
  return new Set(
    requests.flatMap((reports) => {
      const [, ...duplicates] = reports.toSorted(
        (a, b) => countTokenKinds(b.usage) - countTokenKinds(a.usage),
      )
      return duplicates.map(({ id }) => id)
    }),
  )
}

const byStart = (a: ReportedCall, b: ReportedCall) =>
  a.startedAt - b.startedAt || b.endedAt - a.endedAt || (a.id < b.id ? -1 : 1)

const countTokenKinds = (usage: Usage | null): number =>
  usage === null ? 0 : Object.values(usage).filter((tokens) => tokens > 0).length

/**
 * Returns the roles and texts of a call's messages. Instrumentations format everything else
 * differently.
 */
export const comparableMessages = (inputs: Json): string =>
  JSON.stringify(findMessages(inputs)?.map(({ role, content }) => [role, textIn(content)]) ?? [])

const textIn = (content: Json): string =>
  Array.isArray(content)
    ? content.map((part) => (isJsonObject(part) ? (nonEmptyText(part['text']) ?? '') : '')).join('')
    : (nonEmptyText(content) ?? '')

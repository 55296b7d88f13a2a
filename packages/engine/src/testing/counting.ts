import type { GraphDocument, InterruptAnswer } from '@lathe/contract'
import type { RunRequest } from '../run/request.ts'
import { graph } from './documents.ts'
import type { Recorded } from './run-harness.ts'

/** A chain of nodes that each append their name to `seen`. */
export const inARow = (...names: string[]): GraphDocument =>
  graph({
    state: {
      topic: { type: 'string' },
      seen: { type: 'array', reducer: 'append', default: [] },
    },
    nodes: Object.fromEntries(
      names.map((name) => [name, { kind: 'set', values: { seen: { value: [name] } } }]),
    ),
    edges: ['start', ...names].map((from, index) => `${from} > ${names[index] ?? 'end'}`),
  })

export const breakpointOf = ({ outcome }: Recorded) => {
  const [interrupt] = outcome.type === 'interrupted' ? outcome.interrupts : []
  if (interrupt?.kind !== 'breakpoint')
    throw new Error(`The run is at no breakpoint: ${outcome.type}`)
  return interrupt
}

/** Resumes the run after a breakpoint. */
export const letGo = (
  request: RunRequest,
  stopped: Recorded,
  fields: Partial<RunRequest> = {},
): RunRequest => {
  const answers: Record<string, InterruptAnswer> = {
    [breakpointOf(stopped).id]: { kind: 'breakpoint' },
  }
  return {
    ...request,
    start: { type: 'answers', answers },
    totals: stopped.outcome.totals,
    ...fields,
  }
}

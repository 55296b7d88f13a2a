import type { RunEvent } from '@lathe/contract'
import type { RunView } from './run-view.ts'

/** One server-sent event without its number. */
export type Frame = { event: string; data: unknown }

/** Translates run events into one of LangGraph's stream modes. */
export type ModeTranslation = (event: RunEvent, view: RunView) => Frame[]

/** `updates|research:<task>` is an event of a subgraph. */
export const namespacedEvent = (event: string, namespace: readonly string[]): string =>
  [event, ...namespace].join('|')

import type { RunEvent } from '@lathe/contract'
import type { RunView } from './run-view.ts'

/** One server-sent event, before it has a number. */
export type Frame = { event: string; data: unknown }

/** One of LangGraph's stream modes, as a translation of our run events. */
export type ModeTranslation = (event: RunEvent, view: RunView) => Frame[]

/** `updates|research:<task>` tells of a graph inside the graph. */
export const inNamespace = (event: string, namespace: readonly string[]): string =>
  [event, ...namespace].join('|')

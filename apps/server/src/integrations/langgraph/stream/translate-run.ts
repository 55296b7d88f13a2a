import type { RunEvent } from '@lathe/contract'
import type { StreamMode } from '../runs/run-body.ts'
import type { Frame, ModeTranslation } from './frames.ts'
import { checkpoints } from './modes/checkpoints.ts'
import { debug } from './modes/debug.ts'
import { events } from './modes/events.ts'
import { messages } from './modes/messages.ts'
import { messagesTuple } from './modes/messages-tuple.ts'
import { tasks } from './modes/tasks.ts'
import { tools } from './modes/tools.ts'
import { updates } from './modes/updates.ts'
import { values } from './modes/values.ts'
import { createRunView, type RunFacts } from './run-view.ts'

/** LangGraph's order within a step: chunks, writes, then the state. */
const MODES: Record<StreamMode, () => ModeTranslation> = {
  tasks: () => tasks,
  events: () => events,
  tools: () => tools,
  'messages-tuple': messagesTuple,
  messages,
  updates: () => updates,
  // Lathe graphs have no stream writer.
  custom: () => () => [],
  debug: () => debug,
  checkpoints: () => checkpoints,
  values: () => values,
}

export type Translation = {
  /** Translates one event. Events must be passed in order from the first. */
  frames(event: RunEvent): Frame[]
  readonly view: ReturnType<typeof createRunView>
}

/** Translates run events into the stream modes a client requested. */
export function translateRun(
  facts: RunFacts,
  { modes, subgraphs }: { modes: readonly StreamMode[]; subgraphs: boolean },
): Translation {
  const view = createRunView(facts)
  const translations = Object.entries(MODES)
    .filter(([mode]) => modes.includes(mode as StreamMode))
    .map(([, createTranslation]) => createTranslation())
  const isIncluded = ({ event }: Frame) => subgraphs || !event.includes('|')
  return {
    view,
    frames(event) {
      const { body } = event
      view.apply(body)
      const frames = translations.flatMap((translate) => translate(event, view)).filter(isIncluded)
      return body.type === 'status' ? [...frames, ...failure(body)] : frames
    },
  }
}

function failure({ status, error }: Extract<RunEvent['body'], { type: 'status' }>): Frame[] {
  if (status !== 'error' && status !== 'timeout') return []
  const data = {
    error: error?.code ?? status.toUpperCase(),
    message: error ? joinSentences([error.message, error.hint]) : `The run ended: ${status}`,
  }
  return [{ event: 'error', data }]
}

const joinSentences = (texts: (string | undefined)[]): string =>
  texts
    .filter((text) => text !== undefined)
    .map((text) => text.replace(/(?<![.!?])$/, '.'))
    .join(' ')

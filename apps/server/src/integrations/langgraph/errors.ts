import { refusal } from '../../platform/http/errors.ts'
import type { StartErrors } from '../../runs/start/start-checks.ts'
import type { Log } from '../../platform/log.ts'
import { sendErrors } from '../send-errors.ts'

export const noSuchThread = (id: string) => refusal(404, 'NO_SUCH_THREAD', `Thread ${id} not found`)
export const noSuchRun = (id: string) => refusal(404, 'NO_SUCH_RUN', `Run ${id} not found`)
export const noSuchAssistant = (id: string) =>
  refusal(404, 'NO_SUCH_ASSISTANT', `Published agent ${id} not found`)

/** Errors of starting a run, as declared in the contract. */
export const startErrors: StartErrors = {
  NO_SUCH_AGENT: () =>
    refusal(
      404,
      'NO_SUCH_ASSISTANT',
      'No such assistant: use the slug of an agent; POST /assistants/search lists them',
    ),
  NO_SUCH_VERSION: () =>
    refusal(404, 'NO_SUCH_VERSION', 'This agent has no published version: publish one in Lathe'),
  NO_SUCH_THREAD: () => refusal(404, 'NO_SUCH_THREAD', 'No such thread'),
  GRAPH_INVALID: ({ data }) =>
    refusal(422, 'GRAPH_INVALID', `The graph has errors: ${firstProblem(data.problems)}`, data),
  THREAD_BUSY: ({ data }) =>
    refusal(409, 'THREAD_BUSY', 'Another run of this thread is still live', data),
  NOTHING_TO_CONTINUE: () =>
    refusal(409, 'NOTHING_TO_CONTINUE', 'The thread has nothing to resume: send an `input`'),
  OVERLOADED: ({ data }) => refusal(429, 'OVERLOADED', 'The run queue is full', data),
}

const firstProblem = (problems: { path: string; message: string }[]) =>
  problems[0] ? `${problems[0].path}: ${problems[0].message}` : 'unknown'

/** LangGraph clients read the code from `error` and the explanation from `message`. */
export const handleLanggraphErrors = (log: Log) =>
  sendErrors(log, ({ code, message, status }) => ({
    status: code === 'INVALID_INPUT' ? 422 : status,
    body: { error: code, message },
  }))

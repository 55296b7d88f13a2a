import { refusal } from '../../platform/http/errors.ts'
import type { Log } from '../../platform/log.ts'
import { answerErrors } from '../answer-errors.ts'

export const noSuchRun = (id: string) => refusal(404, 'NO_SUCH_RUN', `No run ${id}`)
export const noSuchProject = (id: string) => refusal(404, 'NO_SUCH_PROJECT', `No project ${id}`)
export const noSuchFeedback = (id: string) => refusal(404, 'NO_SUCH_FEEDBACK', `No feedback ${id}`)
export const noSuchConfig = (key: string) =>
  refusal(404, 'NO_SUCH_FEEDBACK_CONFIG', `Scores of ${key} may be anything: nobody settled it`)
export const noSuchToken = () =>
  refusal(404, 'NO_SUCH_TOKEN', 'This token is not known, or its time is over')
export const noSuchShare = () => refusal(404, 'NO_SUCH_SHARE', 'Nothing is shared by this token')

/** The shape LangSmith's clients read: `detail` explains it. */
export const handleDoorErrors = (log: Log) =>
  answerErrors(log, ({ code, message, status }) => ({
    status,
    body: { detail: message, error: code },
  }))

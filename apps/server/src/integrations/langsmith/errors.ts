import { refusal } from '../../platform/http/errors.ts'
import type { Log } from '../../platform/log.ts'
import { sendErrors } from '../send-errors.ts'

export const noSuchRun = (id: string) => refusal(404, 'NO_SUCH_RUN', `Run ${id} not found`)
export const noSuchProject = (id: string) =>
  refusal(404, 'NO_SUCH_PROJECT', `Project ${id} not found`)
export const noSuchFeedback = (id: string) =>
  refusal(404, 'NO_SUCH_FEEDBACK', `Feedback ${id} not found`)
export const noSuchConfig = (key: string) =>
  refusal(404, 'NO_SUCH_FEEDBACK_CONFIG', `No feedback config for ${key}: any score is accepted`)
export const noSuchToken = () => refusal(404, 'NO_SUCH_TOKEN', 'Unknown or expired token')
export const noSuchShare = () => refusal(404, 'NO_SUCH_SHARE', 'Unknown or expired share token')

/** LangSmith clients read the message from `detail`. */
export const handleLangsmithErrors = (log: Log) =>
  sendErrors(log, ({ code, message, status }) => ({
    status,
    body: { detail: message, error: code },
  }))

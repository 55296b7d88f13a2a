import type { Json, RunDetail } from '@lathe/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api/api.ts'
import { Markdown } from '../../../../ui/messages/markdown.tsx'
import { userMessageText } from '../composer/chat-input.ts'
import { ToolPicture } from './tool-call-item.tsx'
import { imagesIn } from '../composer/images.ts'
import lineStyles from './live-lines.module.css'
import message from './message.module.css'
import { OutputFields } from './output-fields.tsx'
import { TurnTools } from './turn-tools.tsx'

/** Input of a run: new messages as the user's, other channels by name. */
export function TurnInput({ runId }: { runId: string | undefined }) {
  const { data: run } = useQuery(
    api.runs.get.queryOptions({
      input: runId === undefined ? skipToken : { id: runId },
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  const input = toInput(run?.input)
  const fields = Object.keys(input).filter((name) => userMessageText(input[name]) === undefined)
  const userTexts = Object.values(input).flatMap((value) => userMessageText(value) ?? [])
  if (!run) return null
  if (run.input === null) {
    return (
      <>
        <p className={lineStyles.live}>{continuationText(run)}</p>
        <TurnTools run={run} userText={undefined} />
      </>
    )
  }

  return (
    <>
      {fields.length > 0 && <OutputFields label="Input" names={fields} values={input} />}
      {userTexts.map((text) => (
        <article key={text} className={message.message} data-role="user">
          <p className={message.speaker}>You</p>
          <Markdown text={text} />
        </article>
      ))}
      {Object.values(input)
        .flatMap(imagesIn)
        .map((url) => (
          <ToolPicture key={url} url={url} alt="Sent with the message" />
        ))}
      <TurnTools run={run} userText={userTexts.length === 1 ? userTexts[0] : undefined} />
    </>
  )
}

function continuationText({ options: { checkpoint } }: RunDetail): string {
  if (!checkpoint) return 'Continued from the last checkpoint.'
  const edited = Object.keys(checkpoint.values ?? {})
  return edited.length > 0
    ? `A branch from an earlier checkpoint, with edited ${edited.join(', ')}.`
    : 'A branch from an earlier checkpoint.'
}

const toInput = (value: Json | undefined): Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

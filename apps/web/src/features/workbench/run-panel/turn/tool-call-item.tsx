import { IconTool } from '@tabler/icons-react'
import { type Json, type RunStatus, type ToolCall, parseImageDataUrl } from '@lathe/contract'
import { familyColour } from '../../../../ui/status/kind.ts'
import { parseIfJson } from '../../../../lib/values/parse-json.ts'
import { JsonView } from '../../../../ui/json/json-view.tsx'
import { Duration } from '../../../../ui/status/quantities.tsx'
import { StatusIcon } from '../../../../ui/status/status-icon.tsx'
import { oneLine } from '../../one-line.ts'
import { imagesIn, findAudio } from '../composer/images.ts'
import message from './message.module.css'
import { useTurn } from '../../run/run-store.ts'
import styles from './tool-call.module.css'
import { describePicture } from '../../../../lib/values/pictures.ts'

type ToolCallItemProps = {
  id: string
  /** The tool call as the model requested it, before it ran. */
  request?: ToolCall
}

/** One collapsed line: tool, arguments, status and duration. */
export function ToolCallItem({ id, request }: ToolCallItemProps) {
  const call = useTurn((state) => state.view.toolCalls[id])
  const isWaiting = useTurn((state) =>
    state.view.interrupts.some(
      (interrupt) =>
        interrupt.kind === 'approval' && interrupt.calls.some((item) => item.id === id),
    ),
  )
  const isLive = useTurn((state) => state.view.endedAt === null)
  const rejection = useTurn((state) => state.view.rejections[id])
  const name = call?.name ?? request?.name ?? 'tool'
  const args = call?.args ?? request?.args
  const status: RunStatus =
    call?.status ??
    (isWaiting ? 'interrupted' : isLive && rejection === undefined ? 'pending' : 'cancelled')

  const pictures = imagesIn(call?.result)
  const audioUrls = findAudio(call?.result)

  return (
    <>
      <details className={styles.root} data-status={status}>
        <summary className={styles.summary}>
          <StatusIcon status={status} />
          <IconTool size={14} color={familyColour('tool')} aria-hidden />
          <span className={styles.name}>{name}</span>
          <span className={styles.preview}>
            {rejection === undefined ? oneLine(call?.result ?? args) : refusalText(rejection)}
          </span>
          {call?.endedAt != null && <Duration ms={(call.endedAt - call.startedAt) / 1_000} />}
        </summary>
        <div className={styles.body}>
          {rejection !== undefined && <p className={styles.refusal}>{refusalText(rejection)}</p>}
          {call?.error && (
            <p className={styles.error} role="alert">
              {call.error.message}
            </p>
          )}
          <Payload label="Arguments" value={args} />
          <Payload label="Result" value={call?.result} />
        </div>
      </details>
      {pictures.map((url) => (
        <ToolPicture key={url} url={url} alt={`Returned by ${name}`} />
      ))}
      {audioUrls.map((url) => (
        <audio
          key={url}
          className={message.sound}
          src={url}
          controls
          aria-label={`Returned by ${name}`}
        >
          <track kind="captions" />
        </audio>
      ))}
    </>
  )
}

const refusalText = (reason: string) => (reason === '' ? 'Refused' : `Rejected: ${reason}`)

function Payload({ label, value }: { label: string; value: Json | undefined }) {
  if (value === undefined) return null
  // Tools often return JSON as text.
  const parsed = typeof value === 'string' ? parseIfJson(value) : value
  return (
    <section>
      <p className={styles.label}>{label}</p>
      {typeof parsed === 'string' ? (
        <pre className={styles.text}>{parsed}</pre>
      ) : (
        <JsonView label={label} value={parsed} />
      )}
    </section>
  )
}

/**
 * A picture of a message or result. A truncated one is replaced by a text, because browsers cannot
 * show it.
 */
export function ToolPicture({ url, alt }: { url: string; alt: string }) {
  return parseImageDataUrl(url)?.isTruncated ? (
    <p className={message.speaker}>
      {alt}: {describePicture(url)}
    </p>
  ) : (
    <img className={message.picture} src={url} alt={alt} />
  )
}

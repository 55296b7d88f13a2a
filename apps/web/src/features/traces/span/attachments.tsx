import type { Attachment, Span } from '@lathe/contract'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { formatBytes } from '../../../lib/format.ts'
import { Section } from '../section.tsx'
import styles from './span.module.css'

/** Images and sound are shown, any other file can be saved. */
export function Attachments({ span }: { span: Span }) {
  const { data = [] } = useQuery(
    api.traces.attachments.queryOptions({ input: { traceId: span.traceId, spanId: span.id } }),
  )
  if (data.length === 0) return null
  return (
    <Section title="Attachments" count={data.length}>
      {data.map((attachment) => (
        <figure key={attachment.name} className={styles.attachment}>
          <Shown
            attachment={attachment}
            src={`/api/v1/attachments/${span.id}/${encodeURIComponent(attachment.name)}`}
          />
        </figure>
      ))}
    </Section>
  )
}

/** Markup that could carry scripts is not drawn. */
const isPicture = (type: string) => /^image\/(png|jpe?g|gif|webp|avif|bmp)$/.test(type)

function Shown({ attachment, src }: { attachment: Attachment; src: string }) {
  const { name, mimeType, size } = attachment
  return (
    <>
      {isPicture(mimeType) && <img src={src} alt={name} loading="lazy" />}
      {mimeType.startsWith('audio/') && (
        <audio src={src} controls preload="none" aria-label={name}>
          <track kind="captions" />
        </audio>
      )}
      {mimeType.startsWith('video/') && (
        <video src={src} controls preload="none" aria-label={name}>
          <track kind="captions" />
        </video>
      )}
      <figcaption>
        <IconPaperclip size={12} aria-hidden />
        <a href={src} download={name}>
          {name}
        </a>
        <span className={styles.faint}>
          {mimeType} · {formatBytes(size)}
        </span>
      </figcaption>
    </>
  )
}

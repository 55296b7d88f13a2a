import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { formatBytes } from '../lib/format.ts'
import styles from './attached-file.module.css'

type AttachedFileProps = { file: { name: string; mimeType: string; size: number }; src: string }

/** Images and sound are shown, any other file can be saved. */
export function AttachedFile({ file, src }: AttachedFileProps) {
  const { name, mimeType, size } = file
  const [isBroken, setBroken] = useState(false)
  return (
    <figure className={styles.attached}>
      {isBroken ? (
        <p className={styles.broken}>
          This cannot be shown: it may be damaged, or not be {mimeType}.{' '}
          <a href={src} download={name}>
            Download it
          </a>
        </p>
      ) : (
        <Shown file={file} src={src} onBroken={() => setBroken(true)} />
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
    </figure>
  )
}

function Shown({ file, src, onBroken }: AttachedFileProps & { onBroken: () => void }) {
  const { name, mimeType } = file
  if (isPicture(mimeType)) return <img src={src} alt={name} loading="lazy" onError={onBroken} />
  if (mimeType.startsWith('audio/'))
    return (
      <audio src={src} controls preload="metadata" aria-label={name} onError={onBroken}>
        <track kind="captions" />
      </audio>
    )
  if (mimeType.startsWith('video/'))
    return (
      <video src={src} controls preload="metadata" aria-label={name} onError={onBroken}>
        <track kind="captions" />
      </video>
    )
  return null
}

/** Markup that could carry scripts is not drawn. */
const isPicture = (type: string) => /^image\/(png|jpe?g|gif|webp|avif|bmp)$/.test(type)

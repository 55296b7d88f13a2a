import { IconPaperclip } from '@tabler/icons-react'
import { formatBytes } from '../lib/format.ts'
import styles from './attached-file.module.css'

type AttachedFileProps = { file: { name: string; mimeType: string; size: number }; src: string }

/** Images and sound are shown, any other file can be saved. */
export function AttachedFile({ file: { name, mimeType, size }, src }: AttachedFileProps) {
  return (
    <figure className={styles.attached}>
      {isPicture(mimeType) && <img src={src} alt={name} loading="lazy" />}
      {mimeType.startsWith('audio/') && (
        <audio src={src} controls preload="metadata" aria-label={name}>
          <track kind="captions" />
        </audio>
      )}
      {mimeType.startsWith('video/') && (
        <video src={src} controls preload="metadata" aria-label={name}>
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
    </figure>
  )
}

/** Markup that could carry scripts is not drawn. */
const isPicture = (type: string) => /^image\/(png|jpe?g|gif|webp|avif|bmp)$/.test(type)

import { isImageType, isTextType } from '@lathe/contract'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { formatBytes } from '../../lib/format/format.ts'
import styles from './attached-file.module.css'
import { TextPreview } from '../text/text-preview.tsx'

type AttachedFileProps = { file: { name: string; mimeType: string; size: number }; src: string }

/** Shows pictures, audio and text inline. Every file can be downloaded. */
export function AttachedFile({ file, src }: AttachedFileProps) {
  const { name, mimeType, size } = file
  const [isBroken, setBroken] = useState(false)
  return (
    <figure className={styles.attached}>
      <figcaption>
        <IconPaperclip size={12} aria-hidden />
        <a href={src} download={name}>
          {name}
        </a>
        <span className={styles.faint}>
          {mimeType} · {formatBytes(size)}
        </span>
      </figcaption>
      {isBroken ? (
        <p className={styles.aside}>
          This file cannot be shown: it may be damaged, or not be {mimeType}.{' '}
          <a href={src} download={name}>
            Download
          </a>
        </p>
      ) : (
        <FilePreview file={file} src={src} onBroken={() => setBroken(true)} />
      )}
    </figure>
  )
}

function FilePreview({ file, src, onBroken }: AttachedFileProps & { onBroken: () => void }) {
  const { name, mimeType } = file
  if (isImageType(mimeType)) return <img src={src} alt={name} loading="lazy" onError={onBroken} />
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
  return isTextType(mimeType) ? <TextPreview file={file} src={src} /> : null
}
